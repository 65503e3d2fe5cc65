// Words that leave rows out or make groups of them: none of them may be read and then forgotten.
import { describe } from 'vitest'
import { type Asked, answers, folderWith } from './asked.ts'

const tables = {
  'harvests.csv': `date,field,crop,crates
2025-06-01,Hill,plum,3
2025-06-02,Lake,plum,5
2025-07-01,Mill,pear,7
2025-07-02,Wood,pear,11
2025-08-01,Hill,quince,13`,
  'tickets.csv': `Ticket No.;State;Clerk;Fee (EUR)
T-1;open;Ida;10,50
T-2;void;Jon;20,00
T-3;refunded;Ida;40,00
T-4;closed;Jon;80,00
T-5;void;Ida;160,00`,
  'machines.csv': 'machine,units\nM1,4\nM1,6\nM2,10\nM2,20',
  'quarters.csv': 'quarter,visitors\nQ1,4\nQ1,4\nQ2,9\nQ2,9',
  'belts.csv': 'line,shift,scrap\nLine 1,X-1,4\nLine 1,X-2,6\nLine 2,X-1,10\nLine 2,X-2,20',
  // as many kinds of the one as of the other: nothing but the rows shows that codes come twice
  'pairs.csv': 'probe,ppm\nP1,4\nP1,6\nP2,4\nP2,6',
  'stores.csv': 'store,revenue\n7,100\n8,50\n7,10\n8,20',
  'shifts.csv': 'employee_id,project,hours\n1,A,10\n2,A,20\n1,B,30\n2,B,4',
  'gates.csv': 'gate,passengers\n3,100\n4,50\n3,10',
  'journeys.csv':
    'journey,cost,distance_km,nights,hour,days_at_place\nA,10.5,100,3,8,3\nB,20,50,2,9,1\nC,30,50,5,8,1',
} as const

const asked: Asked<keyof typeof tables> = {
  'what leaves one value out leaves out all that are listed with it': [
    ['harvests.csv', 'What is the total of crates without the Hill and Lake fields?', '18'],
    ['harvests.csv', 'total crates not in Hill or Lake', '18'],
    ['harvests.csv', 'total crates except Hill, Lake and Mill', '11'],
    ['harvests.csv', 'total crates without the fields Hill and Lake', '18'],
    ['harvests.csv', 'total crates of neither plum nor pear', '13'],
    ['harvests.csv', 'total crates of plum, pear and quince', '39'],
    ['harvests.csv', 'total crates per field without Hill and Lake', 'Wood: 11, Mill: 7'],
    ['harvests.csv', 'total crates of pear without Wood', '7'],
    ['tickets.csv', 'sum of the fee without void and refunded tickets', '90.5'],
    ['tickets.csv', 'How many tickets are there excluding void and refunded ones?', '2'],
    ['tickets.csv', 'How many tickets are not void and not refunded?', '2'],
    ['tickets.csv', 'How many tickets are there other than void, refunded or open?', '1'],
    ['tickets.csv', 'sum of the fee excluding T-1 as well as T-5', '140'],
  ],
  'what is listed with a value that is left out and is of another column may be left out or meant':
    [
      ['harvests.csv', 'total crates without Hill and pear', undefined],
      ['tickets.csv', 'sum of the fee without Ida and void', undefined],
    ],
  'of those between which is to be chosen the one that has more is told': [
    ['machines.csv', 'Which machine made more units, M1 or M2?', 'M2'],
    ['machines.csv', 'Did M1 or M2 make fewer units?', 'M1'],
    ['harvests.csv', 'Which field gave more crates of plum: Hill or Lake?', 'Lake'],
    ['harvests.csv', 'Who had more crates, Hill or Lake?', 'Hill'],
    ['harvests.csv', 'How many crates came from Hill or Lake?', '21'],
    ['harvests.csv', 'How many more crates came from Hill than from Lake?', '11'],
    // nothing says of what
    ['tickets.csv', 'Who took more, Ida or Jon?', undefined],
    ['journeys.csv', 'Which was longer, A or C?', 'A'],
    // totals or single ones may be meant
    ['tickets.csv', 'Which clerk was cheaper, Ida or Jon?', undefined],
    ['tickets.csv', 'Who is the clerk of T-2?', 'Jon'],
  ],
  'codes that come twice make groups': [
    ['machines.csv', 'total units per machine', 'M2: 30, M1: 10'],
    ['machines.csv', 'total units by machine', 'M2: 30, M1: 10'],
    ['machines.csv', 'What are the total units for each machine?', 'M2: 30, M1: 10'],
    ['machines.csv', 'average units per machine', 'M2: 15, M1: 5'],
    ['machines.csv', 'Which machine made the most units?', 'M2'],
    ['quarters.csv', 'total visitors per quarter', 'Q2: 18, Q1: 8'],
    ['belts.csv', 'total scrap per line', 'Line 2: 30, Line 1: 10'],
    ['belts.csv', 'total scrap by shift', 'X-2: 26, X-1: 14'],
    ['belts.csv', 'total scrap for each line shift', 'X-2: 26, X-1: 14'],
    ['pairs.csv', 'total ppm per probe', 'P1: 10, P2: 10'],
    ['pairs.csv', 'average ppm per probe', undefined],
  ],
  'of two groupings neither is forgotten': [
    ['harvests.csv', 'total crates per field and crop', undefined],
    ['harvests.csv', 'total crates by fields and crops', undefined],
    ['harvests.csv', 'highest crates by fields', undefined],
    ['harvests.csv', 'Which crop has the highest crates per field?', undefined],
    ['harvests.csv', 'difference in crates between Hill and Lake per crop', undefined],
    ['belts.csv', 'total scrap per line and shift', undefined],
  ],
  'each row is a group only where its numbers are not to be added up': [
    ['journeys.csv', 'total cost per journey', 'C: 30, B: 20, A: 10.5'],
    ['journeys.csv', 'highest cost per journey', '30'],
    ['journeys.csv', 'average nights per journey', '3.33333333333333'],
  ],
  'numbers that are codes make groups, and those that measure or count a ratio': [
    ['stores.csv', 'total revenue per store', '7: 110, 8: 70'],
    ['stores.csv', 'revenue for each store', '7: 110, 8: 70'],
    ['stores.csv', 'total revenue by store', '7: 110, 8: 70'],
    ['stores.csv', 'average revenue per store', '7: 55, 8: 35'],
    ['stores.csv', 'Which store has the highest total revenue?', '7'],
    ['shifts.csv', 'total hours per employee_id', '1: 40, 2: 24'],
    ['shifts.csv', 'total hours by employee', '1: 40, 2: 24'],
    ['gates.csv', 'total passengers per gate', '3: 110, 4: 50'],
    ['journeys.csv', 'total cost per night', '6.05'],
    ['journeys.csv', 'What is the total cost per distance?', '0.3025'],
    ['journeys.csv', 'What is the average number of days at place?', '1.66666666666667'],
    // an hour may be one that is worked, or one of the day
    ['journeys.csv', 'total cost per hour', undefined],
  ],
}

describe.concurrent('questions about a table, by what they leave out and group', () => {
  const folder = folderWith(tables)
  answers(folder, asked)
})
