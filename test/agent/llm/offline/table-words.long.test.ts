// Words that turn an answer round: limits in time, denials, and what kind of answer a question asks for.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Asked, answers, folderWith } from './asked.ts'
import { driven } from './kit.ts'

const tables = {
  // days, and two of them with a time
  'visits.csv': `visit,guest,arrived,left,nights,fee,paid
V-1,Nora,2023-05-01,2023-05-03,2,40,yes
V-2,Omar,2023-05-04,2023-05-04,0,10.5,N
V-3,Pia,2023-05-04,2023-05-09,5,95,Y
V-4,Quin,2023-05-09,,4,80,No
V-5,Rosa,2023-06-01,2023-06-12,11,200,YES`,
  'rounds.csv': `round,driver,parcels,temperature
1,Uma,15,4.5
2,Vic,7,19
3,Uma,21,2`,
  'deliveries.csv': `code,sent,received,driver,delay_minutes
D1,2022-11-02 07:00,2022-11-02 19:20,Uma,15
D2,2022-11-05 23:59,2022-11-07 08:00,Vic,0
D3,2022-11-06 00:00,,Uma,90
D4,2022-11-08 12:30,2022-11-09 10:00,Wes,25`,
  'runs.csv': `run,kind,distance,fee
R1,van,15,4.5
R2,truck,20,3
R3,van,90,8`,
  // more came back than went out
  'accounts.csv': `entry,kind,sum,clerk,remark
1,credit,-12,Xan,
2,credit,-340,Yul,checked?
3,debit,75,Xan,`,
  'Expenses March (final).csv': `day,Emp. Name,kind,Amt (EUR),VAT,Approved?,Approved by,notes
2025-03-03,Nora,hotel,210.50,35,Y,Uma,two nights
2025-03-05,Omar,meals,38,6,N,,no receipt
2025-03-09,Nora,meals,27,4,Y,Vic,lunch
2025-03-20,Pia,travel,64,0,Y,Uma,taxi`,
  'stock.csv': `SKU,Item,Qty on hand,Reorder level,Unit cost
A1,tape,42,20,2.5
A2,lamp,3,5,11
A3,bulb,,10,1.75`,
  'bars.csv': 'Item,In stock,Minimum,Unit price\nsoap,2,5,2.5\nrope,10,4,3',
  'sold.csv': 'Item,Units sold,Reorder level\nsoap,2,5\nrope,10,4',
  'loads.csv': 'Item,Quantity,Limit (kg),Target\nsoap,2,5,20\nrope,10,4,8',
  'contacts.csv': `First Name,Last Name,Company,Job title,Phone,Annual spend (EUR),Newsletter
Ida,Moser,Alp,Buyer,+41 44 010,12400,yes
Leo,Frei,Post,Manager,+41 81 020,22850,no`,
  // each amount is as much more than the one before
  'steps.csv': 'region,sales\nNorth,10\nSouth,20\nNorth,30\nEast,40\nSouth,50\nEast,60',
  'tour costs.csv':
    'date,what,paid to,amount EUR,paid by,receipt\n2023-09-16,Hall hire for concert,Parish,250,Nora,yes\n2023-09-17,Printing of programmes,Zipp,67.2,Omar,yes\n2023-09-17,Boat trip,Lake,318,Nora,no\n2023-09-18,Tip,,50,Omar,no',
  'solar.csv':
    'Month,Made (kWh),Sold to grid (kWh)\n2023-01,118,22\n2023-02,197,66\n2023-03,310,140',
  'account.csv': `Date,Description,Category,Amount
01/03/2024,Salary,Pay,3200
02/03/2024,Market,Groceries,-84.2
05/03/2024,Flat,Housing,-1100
15/03/2024,Market,Groceries,-61.35
28/04/2024,Refund of tax,Pay,150`,
  'card.csv':
    'Day,What,Amount\n2024-05-01,Pay,"$3,200.00"\n2024-05-02,Shop,-$84.20\n2024-05-09,Shop,-$15.80',
  // too many amounts to be listed
  'year.csv': `what,amount\n${Array.from({ length: 60 }, (_, n) => `w${n},${n % 9 === 0 ? '' : '-'}${n + 0.5}`).join('\n')}`,
  'costs.csv': `what,amount\n${Array.from({ length: 60 }, (_, n) => `w${n},${n + 0.5}`).join('\n')}`,
  'pupils.csv': 'name,grade,score\nAnn,9,88\nBen,10,92\nCem,9,75\nDia,11,95\nEli,10,81',
  'shelf.csv': 'product,price,stock\nlamp,12,10\ndesk,150,2',
  'league.csv': 'Team,Won,Goals For,Goals Against\nLions,7,22,9\nHawks,1,8,26',
  'sensor.csv':
    'timestamp,sensor,temperature\n2024-06-01 08:00,A,21.5\n2024-06-01 08:00,B,20.9\n2024-06-01 12:00,A,26.1\n2024-06-01 12:00,B,25',
  'movies.csv': 'title,year,director,minutes\nMoon,2009,Jones,97\nDune,2021,Hart,155',
  'fete.csv':
    'Stall,Run by,Fri 13 June,Sat 14 June\nCakes,Ada,212.4,486.9\nPlants,Bo,,120\nBooks,Ada,80,96.5',
  'vans.csv':
    'No.,Model,Gearbox,Price\nT1,Corsa,manual,5200\nT2,Astra,automatic,6850\nT3,Zafira,automatic,7400',
  'shifts.csv': 'Week,Worker,Hours\n14,Ada,31.5\n14,Bo,12\n15,Ada,28',
} as const

const asked: Asked<keyof typeof tables> = {
  'headers shorten the days of the week': [
    ['fete.csv', 'How much did the cakes take on Saturday?', '486.9'],
    ['fete.csv', 'Which stall took the most on Friday?', 'Cakes'],
    ['fete.csv', 'Which stall took the most on Sunday?', undefined],
  ],
  'a value that is one of several is no number': [
    ['vans.csv', 'Which automatic is the cheapest?', undefined],
    ['vans.csv', 'What is the lowest price of an automatic?', '6850'],
  ],
  'of an account what came in is above 0, and what went out is told without its sign': [
    ['account.csv', 'What was my income?', '3350'],
    ['account.csv', 'How much did I spend in total?', '1245.55'],
    ['account.csv', 'How much did I spend on groceries?', '145.55'],
    ['account.csv', 'How many expenses are there?', '3'],
    ['card.csv', 'How much did I spend?', '100'],
    ['year.csv', 'How much did I spend in total?', '1607.5'],
    ['year.csv', 'What was my income?', '192.5'],
    ['year.csv', 'What was my biggest expense?', undefined],
    ['costs.csv', 'How much did I spend in total?', '1800'],
    ['costs.csv', 'What was my biggest expense?', '59.5'],
    ['account.csv', 'What was my biggest expense?', '1100'],
    ['account.csv', 'What is the total amount?', '2104.45'],
    ['account.csv', 'Which month had the highest amount?', '2024-03'],
  ],
  'a number behind a name, points that are best, a stock and what a piece costs, a year of release':
    [
      ['pupils.csv', 'How many pupils are in grade 10?', '2'],
      ['pupils.csv', 'What is the average score in grade 9?', '81.5'],
      ['pupils.csv', 'Who has the best score?', 'Dia'],
      ['pupils.csv', 'Which pupils scored above 80?', 'Ann, Ben, Dia, Eli'],
      ['shelf.csv', 'What is the total value of the stock?', '420'],
      ['movies.csv', 'When was Dune released?', '2021'],
      ['league.csv', 'How many goals did the Lions score?', '22'],
      ['league.csv', 'Which team conceded the fewest goals?', undefined],
      ['sensor.csv', 'When was the temperature highest?', '2024-06-01T12:00'],
      ['movies.csv', 'What is the longest movie?', 'Dune'],
    ],
  'amounts that rise evenly are amounts': [
    ['steps.csv', 'What are the total sales in the North?', '40'],
    ['steps.csv', 'Which region has the highest sales?', 'East'],
  ],
  'what is paid is neither what was done nor what came in, and a part is not the whole': [
    ['tour costs.csv', 'For how many expenses is there no receipt?', '2'],
    ['tour costs.csv', 'What did the boat trip cost?', '318'],
    ['tour costs.csv', 'What did the whole trip cost us?', undefined],
    ['tour costs.csv', 'Who printed the programmes?', undefined],
    ['tour costs.csv', 'How much did we take in from ticket sales at the concert?', undefined],
    ['tour costs.csv', 'How heavy was the boat trip?', undefined],
    ['solar.csv', 'How many kWh did we sell to the grid in February 2023?', '66'],
    ['solar.csv', 'How many kWh did we buy from the grid in February 2023?', undefined],
  ],
  'a day that limits is inside or outside as a whole': [
    ['visits.csv', 'How many guests arrived on or before 4 May 2023?', '3'],
    ['visits.csv', 'How many guests arrived on or after 4 May 2023?', '4'],
    ['visits.csv', 'How many guests arrived by 4 May 2023?', '3'],
    ['visits.csv', 'How many guests arrived no later than 4 May 2023?', '3'],
    ['visits.csv', 'How many guests arrived after 4 May 2023?', '2'],
    ['visits.csv', 'How many guests arrived before 4 May 2023?', '1'],
    ['visits.csv', 'How many guests arrived from 4 May until 9 May 2023?', '3'],
    ['visits.csv', 'How many guests arrived by May 2023?', undefined],
    ['visits.csv', 'How many guests arrived by the end of May 2023?', undefined],
    ['deliveries.csv', 'How many deliveries were sent after 5 November 2022?', '2'],
    ['deliveries.csv', 'How many deliveries were sent until 5 November 2022?', '2'],
    ['deliveries.csv', 'How many deliveries were sent by 2022-11-05?', '2'],
    ['deliveries.csv', 'How many deliveries were sent since 6 November 2022?', '2'],
    ['deliveries.csv', 'How many deliveries were sent between 2 and 6 November 2022?', '3'],
    [
      'deliveries.csv',
      'How many deliveries were sent between 5 November and 6 November 2022?',
      '2',
    ],
    ['deliveries.csv', 'Which deliveries were received after 7 November 2022?', 'D4'],
  ],
  'a denial turns what it stands before, or nothing is answered': [
    ['visits.csv', 'How many rows do not have more than 4 nights?', '3'],
    ['visits.csv', "How many rows don't have more than 4 nights?", '3'],
    ['visits.csv', 'How many rows do not have 4 nights?', '4'],
    ['visits.csv', 'How many rows do not have between 1 and 4 nights?', undefined],
    ['visits.csv', 'How many visits were not paid?', '2'],
    ['visits.csv', "How many visits weren't paid?", '2'],
    ['visits.csv', 'How many visits were paid?', '3'],
    ['visits.csv', 'What is the sum of fee where paid is no?', '90.5'],
    ['visits.csv', 'What is the sum of fee where paid is not no?', '335'],
    // who has not left may not have left at all
    ['visits.csv', 'How many guests have not left before 5 May 2023?', undefined],
    ['deliveries.csv', 'How many deliveries were not received?', '1'],
  ],
  'no number in a row is not always a cell that is empty': [
    ['visits.csv', 'Which guests had no nights?', undefined],
    ['deliveries.csv', 'How many deliveries had no delay?', undefined],
  ],
  'who and which are answered by such, not by a day, a number or what is named': [
    ['deliveries.csv', 'Who received the most deliveries?', undefined],
    ['deliveries.csv', 'Who had the longest delivery?', undefined],
    ['deliveries.csv', 'Which drivers had more than 50 minutes in total?', undefined],
    ['deliveries.csv', 'Which driver had the most deliveries?', 'Uma'],
    ['visits.csv', 'What was the first guest of Nora?', undefined],
    ['visits.csv', 'Who stayed the most nights?', 'Rosa'],
  ],
  'a unit that no header writes is that of the column, where it can be': [
    ['runs.csv', 'What is the total distance in km?', '125'],
    ['runs.csv', 'What is the total fee in euros?', '15.5'],
    ['runs.csv', 'What is the total distance in litres?', undefined],
    ['runs.csv', 'What is the total fee in km?', undefined],
  ],
  'what all of some have done is a verb like any other': [
    ['runs.csv', 'What distance did the vans together cover?', '105'],
  ],
  'a sign says what its words say': [
    ['visits.csv', 'How many guests had nights > 4?', '2'],
    ['visits.csv', 'How many rows have nights >= 4?', '3'],
    ['visits.csv', 'What is the total fee of rows with nights<3?', '50.5'],
    ['deliveries.csv', 'How many deliveries have delay_minutes ≤ 15?', '2'],
  ],
  'who approves has not spent': [
    ['Expenses March (final).csv', 'How much did Uma spend?', undefined],
    ['Expenses March (final).csv', 'How much did Uma approve?', '274.5'],
    ['Expenses March (final).csv', 'How much did Nora spend?', '237.5'],
    ['Expenses March (final).csv', 'Who approved the taxi?', 'Uma'],
    ['Expenses March (final).csv', 'How many expenses were not approved?', '1'],
    ['Expenses March (final).csv', 'How many expenses were approved by Uma?', '2'],
  ],
  'of expenses it is the amount, not the tax': [
    ['Expenses March (final).csv', 'What are the total expenses?', '339.5'],
    ['Expenses March (final).csv', 'What was the biggest expense?', '210.5'],
    ['Expenses March (final).csv', 'How many expenses are there?', '4'],
  ],
  'a limit without a name beside it is one of how many there are': [
    ['stock.csv', 'Which items are below their reorder level?', 'lamp'],
    ['stock.csv', 'How many items are above the reorder level?', '1'],
    ['stock.csv', 'Which items are below their unit cost?', undefined],
    ['stock.csv', 'What is the total stock value?', '138'],
    ['stock.csv', 'What is the total stock?', undefined],
    ['sold.csv', 'Which items are below the reorder level?', undefined],
    ['loads.csv', 'Which items are over the limit?', undefined],
    ['loads.csv', 'Which items are above their target?', undefined],
    ['bars.csv', 'Which items are below the minimum?', 'soap'],
    ['bars.csv', 'What is the total stock value?', '35'],
    ['bars.csv', 'What is the total stock?', '12'],
    ['sold.csv', 'What is the total stock value?', undefined],
  ],
  'a job title names nobody, and what is spent is no income': [
    ['contacts.csv', 'Which contacts get the newsletter?', undefined],
    ['contacts.csv', 'How many contacts get the newsletter?', '1'],
    ['contacts.csv', 'Which company has the highest revenue?', undefined],
    ['contacts.csv', 'Which company has the highest annual spend?', 'Post'],
  ],
  'one average is no list of them, and a temperature may be of either scale': [
    ['rounds.csv', 'How many parcels were there per round on average?', '14.3333333333333'],
    ['rounds.csv', 'How many parcels are there per driver on average?', undefined],
    ['rounds.csv', 'What is the average number of parcels per driver?', 'Uma: 18, Vic: 7'],
    ['rounds.csv', 'What is the lowest temperature?', '2'],
    ['rounds.csv', 'What is the lowest temperature in degrees Fahrenheit?', undefined],
  ],
  'a number may be that of a phone or of a week': [
    ['contacts.csv', 'What is the phone number of Ida Moser?', '+41 44 010'],
    ['shifts.csv', 'How many hours did Ada work in week 15?', '28'],
    ['shifts.csv', 'What is the total number of hours?', '71.5'],
  ],
  'the largest of what lies below 0 may be the farthest from it': [
    ['accounts.csv', 'What is the largest credit?', undefined],
    ['accounts.csv', 'What is the smallest sum?', '-340'],
    ['accounts.csv', 'What is the smallest credit?', undefined],
    ['accounts.csv', 'What is the lowest sum?', '-340'],
    ['accounts.csv', 'What is the largest sum?', '75'],
  ],
}

describe.concurrent('questions about a table, by the words that turn them', () => {
  const folder = folderWith(tables)
  answers(folder, asked)

  it('proposes no group of which every row is one', async () => {
    const { reason } = await (await driven()).ask('Why?', [join(folder, 'deliveries.csv')])
    expect(reason).toContain('What is the total delay_minutes per driver?')
  })
})

it('says why no one comes first, and proposes what it can answer', async () => {
  const market = 'stall,turnover\nred,90\nblue,60\nblue,70\nred,5\n'
  const file = join(folderWith({ 'market.csv': market }), 'market.csv')
  const { agent, ask } = await driven()
  const { answer, reason } = await ask('Which stall had the highest turnover?', [file])
  expect(answer).toBeUndefined()
  expect(reason).toMatch(/the stall that comes first by one row does not clearly .* by its total/)
  const [, proposed = ''] = /it can answer "([^"]+)"/.exec(reason) ?? []
  expect((await ask(proposed, [file])).answer).toBe('blue: 130, red: 95')
  agent.close()
})
