// A sentence that restricts what it says answers no question that does not name the restriction; one that does is
// answered.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../../../agent/create-agent.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-restricted-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function answerOf(text: string, question: string) {
  const file = join(folder, 'notes.md')
  writeFileSync(file, text)
  const agent = await createAgent({ model: 'offline', env: {} })
  const { answer } = await agent.ask(question, { files: [file] }).finally(() => agent.close())
  return answer
}

const boats =
  'Boats are 30 EUR an hour, life jackets included, plus a deposit fee of 12 EUR per boat.\n'
const claims = 'Claims below 200 euros are decided by the branch.\n'
const cabin = 'A winter cover costs 40 euros without poles.\n'
const call = 'The visit fee is 35 euros and is waived in the first month.\n'
const lease = 'The lease ends on 30 June 2027 unless it is prolonged in writing.\n'
const drops = 'Adults: 2 drops up to four times a day.\n'
const tour = 'The price is 900 euros for all three guests.\n'
const walk = 'The most money was collected by Ida Holt of Group 4 (88 pounds).\n'
const lunch = 'From March a lunch will cost 6.20 euros (now 5.80).\n'
const rise =
  'It was agreed to raise the annual fee of a garden from 40 to 46 euros from May 2027.\n'
const former =
  'The notice is given in the annex. The former contract had a notice of nine months.\n'
const smoke = 'No barbecues in the yard. Barbecues are allowed on the meadow.\n'
const drive = 'Swimming: the drops may make you sleepy.\n'
const table =
  '| Command | What it does | Writes files? |\n|---|---|---|\n| `peek` | shows files | no |\n| `pack` | packs files | yes |\n'
const need = 'Old scans need Tesseract.\n'
const inn = 'The inn is closed from 3 November to 5 March. Late check-out costs 20 euros.\n'
const power = 'The heating will be turned off on 4 May and back on in October.\n'
const diary =
  'DATES\nMon 9 Mar    Eye tests\nFri 27 Mar   Last day of term, doors close at 1 pm\nTue 14 Apr   Summer term begins\n'
const job =
  '# Gardener\n\n**Start:** 1 May 2027  \n**Closing date:** 9 March 2027\n\n- run the plant clinic on Mondays\n'
const club = 'Judo: Tuesday, 5 - 6.15 pm, Mr. Roth\n\nTalks take place on 7 and 8 October.\n'
const year = 'You used 900 kWh of gas, 70 kWh less than in the year before.\n'
const group = 'Carnival play, Reception and Year 1, 2 pm, 12 March\n'
const begun = 'The tool was begun by Jun Ozawa in 2018.\n'

const mails =
  'From: Pat\nThe budget is 900 euros. We expect 80 guests. The deadline for names is 20 March. The talk is at Elm Lodge. Kim Ford opens it.\n\nFrom: Sam\nCorrection to the budget: it is 850 euros. We are 95 guests, not 80. The deadline is extended to 27 March. Elm Lodge has cancelled. Kim Ford is ill.\n'
const syrup = '# Tablets\n\nOnce opened, the bottle of syrup keeps for 6 weeks.\n'
const minutes = 'The minutes of 12 May were approved: the hire income for April was 1,240 euros.\n'
const grant = 'The roof grant of 2,500 euros has been applied for.\n'
const halves = 'Smoking is not permitted in the flat; it is allowed on the balcony.\n'
const cake = 'Cake\n\nIngredients\n220 g caster sugar\n2 lemons\nFor the icing: 100 g icing sugar\n'

test.each([
  [mails, 'What is the budget?', undefined],
  [mails, 'How many guests do we expect?', undefined],
  [mails, 'When is the deadline for names?', undefined],
  [mails, 'Where is the talk?', undefined],
  [syrup, 'How long do the tablets keep once opened?', undefined],
  [minutes, 'What was the hire income for May?', undefined],
  [minutes, 'What was the hire income for April?', '1240'],
  [grant, 'How much was the roof grant?', undefined],
  [halves, 'Is smoking allowed?', undefined],
  [cake, 'How much caster sugar is needed for the icing?', undefined],
  [cake, 'How many lemons are needed?', '2'],
  [boats, 'How much are life jackets?', undefined],
  [boats, 'How much is the deposit fee?', '12'],
  [claims, 'Who decides claims?', undefined],
  [cabin, 'How much does a winter cover with poles cost?', undefined],
  [cabin, 'How much does a winter cover without poles cost?', '40'],
  [call, 'What is the visit fee in the first month?', undefined],
  [call, 'How much is the visit fee?', '35'],
  [lease, 'When was the lease prolonged?', undefined],
  [lease, 'When does the lease end?', '30 June 2027'],
  [drops, 'How many drops may adults take a day?', undefined],
  [tour, 'What is the price for one guest?', undefined],
  [tour, 'What is the price for all three guests?', '900'],
  [walk, 'How much did Group 4 collect?', undefined],
  [lunch, 'What does a lunch cost?', undefined],
  [lunch, 'What does a lunch cost now?', undefined],
  [lunch, 'What will a lunch cost from March?', '6.2'],
  [rise, 'What is the annual fee of a garden now?', undefined],
  [rise, 'What will the annual fee of a garden be from May 2027?', '46'],
  [former, 'How many months of notice does the contract have?', undefined],
  [smoke, 'Are barbecues allowed?', undefined],
  [smoke, 'Are barbecues allowed in the yard?', undefined],
  [smoke, 'Are barbecues allowed on the meadow?', 'yes'],
  [drive, 'May I swim?', undefined],
  [table, 'Does the peek command write files?', 'no'],
  [table, 'Does the pack command write files?', 'yes'],
  [need, 'Is Tesseract needed?', undefined],
  [inn, 'When is the inn open?', undefined],
  [inn, 'When is the inn closed?', '3 November to 5 March'],
  [inn, 'What does late check-in cost?', undefined],
  [inn, 'What does late check-out cost?', '20'],
  [power, 'When will the heating be turned on?', undefined],
  [power, 'When will the heating be turned off?', '4 May'],
  [diary, 'When is the last day of term?', '27 Mar'],
  [job, 'When is the closing date?', '9 March 2027'],
  [job, 'Where is the plant clinic?', undefined],
  [club, 'When is judo?', '5 - 6.15 pm'],
  [club, 'When are the talks?', '7 and 8 October'],
  [year, 'How much gas did I use in the year before?', undefined],
  [group, 'When is the carnival play for Year 2?', undefined],
  [begun, 'When was the tool begun?', '2018'],
])('%s%s %s', async (text, question, wanted) => {
  const answer = await answerOf(text, question)
  if (wanted === undefined) expect(answer).toBeUndefined()
  else expect(answer).toContain(wanted)
})

const log =
  '# Log of the ford\n\n## Tue 4 June: upstream\n\nIda broke her compass at the weir. Rolf had lost his in May. On Friday Per left. Home by way of Soln, where Per\u2019s uncle waited.\n'
const hall =
  '4.1 Up to five stalls may stand in the hall, up to two in the porch.\n\n4.2 The lamp cannot be dimmed: clean it every 3 months.\n\n4.3 Hold the frame upright for 2 minutes before letting go.\n'
const works =
  'Moor Lane Flats\n\nSubject: Repair of the lifts\n\nWork in House B begins on Monday 3 June. Our earlier letter gave 20 May as the start in House B. It was wrong.\n\nBev Roe will do the notices. Checked by: Dr L. Sand, engineer.\n'
const agenda =
  '| Time | Event |\n|---|---|\n| 09:10 | Choir sings in the yard |\n| 10:45 | Band Larkspur plays |\n\n| Item | EUR |\n|---|---|\n| Supper, Sunday | 31.50 |\n\n| Pill | Until |\n|---|---|\n| Zinc | 9 March 2031 |\n'
const fees = 'Fees: locker, members £12, non-members £26. Bay, members £18.'
const dues =
  'A deposit of 90 EUR was paid on 2 May; the rest of 300 EUR is due by 1 June. Room 7 may become free.\n'

test.each([
  [log, 'When did Ida break her compass?', '4 June'],
  [log, 'When did Rolf lose his compass?', undefined],
  [log, 'On what date did Per leave?', undefined],
  [log, "What is the name of Per's uncle?", undefined],
  [hall, 'How many stalls am I allowed to have in the porch?', '2'],
  [hall, 'How many stalls may stand in the hall?', '5'],
  [hall, 'How many stalls may stand in the yard?', undefined],
  [hall, 'How often does the lamp have to be cleaned?', 'every 3 months'],
  [hall, 'How often can the lamp be dimmed?', undefined],
  [hall, 'How long has the frame got to be held upright?', '2 minutes'],
  [works, 'When do they start on the lift in House B?', '3 June'],
  [works, 'When do they start on the lift in House C?', undefined],
  [works, 'Who is going to do the notices?', 'Bev Roe'],
  [works, 'Who is going to do the lifts?', undefined],
  [works, 'Who checked the work?', undefined],
  [works, 'Who checked the letter?', undefined],
  [agenda, 'At what time does the choir sing?', '09:10'],
  [agenda, 'When does Larkspur sing?', undefined],
  [agenda, 'How much do we have to pay for supper?', '31.5'],
  [agenda, 'How much do we have to pay for lunch?', undefined],
  [agenda, 'Until when have I got to take zinc?', '2031-03-09'],
  [agenda, 'Until when have I got to take iron?', undefined],
  [fees, 'What does a bay cost for non-members?', undefined],
  [fees, 'What does a bay cost for members?', '18'],
  [fees, 'What does a locker cost for non-members?', '26'],
  [dues, 'By when do we have to pay the rest?', '1 June'],
  [dues, 'By when do we have to pay the deposit?', undefined],
  [dues, 'When will Room 7 become free?', undefined],
])('where it stands tells more: %s%s %s', async (text, question, wanted) => {
  const answer = await answerOf(text, question)
  if (wanted === undefined) expect(answer).toBeUndefined()
  else expect(answer).toContain(wanted)
})
