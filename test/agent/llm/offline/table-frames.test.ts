// Words round a question that choose no rows: where something is listed, that it was noted, what is left in all the same.
import { describe } from 'vitest'
import { type Asked, answers, folderWith } from './asked.ts'

const stays = `Ref.,Guest,Country,Nights,Rate per night (CHF),Status,Check-in
S1,Ann Lee,SE,3,90,stayed,2024-07-08
S2,Bo Kim,SE,7,80,cancelled,2024-07-11
S3,Cy Orr,DE,5,85,stayed,2024-07-14
S4,Di Roe,DE,2,99,stayed,2024-07-15`

const tables = {
  'rowing_log.csv': `Day,Boat,Dist. (km),Avg HR [bpm],Weather,Remark
2024-04-02,Heron,8.5,131,rain,new oars
2024-04-09,Teal,12,142,sun,
2024-04-16,Heron,10,138,sun,
2024-05-07,Teal,6,,rain,`,
  'tank readings.csv': `Reading,Tank,Water temp (°C),Probe (V),Lid open (Y/N),Remark
1,A,19.5,3.1,N,
2,B,21,3.3,Y,windy
3,A,22.5,3.2,Y,
4,B,18,3,N,`,
  'stall_stock.csv': `SKU,Item,Group,Qty on hand,Min. qty,Unit price (EUR)
A1,Soap,Bath,4,10,2.5
A2,Sponge,Bath,25,5,1.2
A3,Rope,Tools,3,4,7`,
  'stays.csv': stays,
  'bookings.csv': stays,
  'giro.csv': `Date,Payee,Category,Amount (EUR)
2024-03-01,Alp Homes,Rent,-800
2024-03-04,Corner Shop,Food,-20.5
2024-03-09,Corner Shop,Food,-9.5
2024-03-28,Mill Ltd,Wages,2100`,
  'parcels_desk.csv': `Parcel ID,Arrived,Addressee,Collected
P1,2024-03-11,Ann,2024-03-12
P2,2024-03-12,Bo,
P3,2024-03-15,Ann,2024-03-18`,
  'darts_open.json': JSON.stringify({
    exported: '2024-05-01',
    throwers: [
      { thrower: 'Ann', age: 31, round_1_score: 60, round_2_score: 45, finished: true },
      { thrower: 'Bo', age: 44, round_1_score: 41, round_2_score: 52, finished: true },
      { thrower: 'Cy', age: 29, round_1_score: 26, round_2_score: null, finished: false },
    ],
  }),
  'visitors.csv': 'Month,Hall,Visitors\n2024-01-01,Blue,90\n2024-01-01,Red,40\n2024-02-01,Red,55',
  'bills.csv': 'Bill,Job,Net,VAT,Gross\nB1,Roof,100,20,120\nB2,Door,50,10,60',
  'stops.csv': 'No,Lift,Stopped (min)\n1,East,90\n2,West,5\n3,West,6',
  'lift stoppages.csv': 'No,Lift,Stopped (min),Guests\n1,East,90,3\n2,West,5,4\n3,West,6,2',
  'honey.csv': 'No,Shelf,Honey (kg)\n1,East,90\n2,West,5\n3,West,6',
  'seed orders.csv': 'Order,Plant,Qty\nO1,lavender,12\nO2,boxwood,3\nO3,lavender,5',
} as const

const asked: Asked<keyof typeof tables> = {
  'how often is not how much, and how much one is not how much all are': [
    ['stops.csv', 'Which lift stopped most often?', 'West'],
    ['lift stoppages.csv', 'Which lift had to stop most often?', undefined],
    ['stops.csv', 'Which lift was stopped for the most minutes?', 'East'],
    ['honey.csv', 'How much a kilo is the honey of the shelf West?', undefined],
    ['honey.csv', 'How much honey is there on the shelf West?', '11'],
  ],
  'the file itself is named by what it is, and no other list is': [
    ['rowing_log.csv', 'What is the total distance in the log?', '36.5'],
    ['rowing_log.csv', 'How many rows of the log have rain?', '2'],
    ['rowing_log.csv', 'What is the total distance in the waiting list?', undefined],
    ['giro.csv', 'How many Corner Shop payments are on the statement?', '2'],
    ['stall_stock.csv', 'How many items are on the stock list?', '3'],
    ['stall_stock.csv', 'How many items are on the price list?', undefined],
  ],
  'that something was noted chooses no rows': [
    ['rowing_log.csv', 'What was the longest distance noted for the Heron?', '10'],
    ['tank readings.csv', 'How often was the lid noted as open?', '2'],
    ['tank readings.csv', 'What was the highest temperature recorded in tank B?', '21'],
  ],
  'what is left in all the same and what does not matter choose no rows': [
    ['stays.csv', 'How many stays are there, cancelled ones included?', '4'],
    ['stays.csv', 'How many stays are there, cancelled ones not included?', undefined],
    ['bookings.csv', 'How many nights were booked by guests from SE, whatever the status?', '10'],
    ['bills.csv', 'What do the bills add up to, VAT included?', undefined],
  ],
  'a span of days names the month once': [
    [
      'stays.csv',
      'How many stays have a check-in from 8 to 14 July 2024, both days included?',
      '3',
    ],
    ['parcels_desk.csv', 'How many parcels arrived from 11 to 12 March 2024?', '2'],
    ['parcels_desk.csv', 'How many parcels arrived from 11 to 12 April 2024?', undefined],
  ],
  'what was spent has no sign': [
    ['giro.csv', 'How much did I spend on food in March 2024?', '30'],
    ['giro.csv', 'How much did I spend on wages?', undefined],
    ['giro.csv', 'What is the total amount of the food?', '-30'],
  ],
  'headers are shortened, and units tell what they measure': [
    ['rowing_log.csv', 'What was the average heart rate on 9 April 2024?', '142'],
    ['rowing_log.csv', 'What was the average heart rate on 7 May 2024?', undefined],
    ['stall_stock.csv', 'For how many items is the quantity on hand below the minimum?', '2'],
    ['stall_stock.csv', 'How many sponges are in stock?', '25'],
    ['tank readings.csv', 'Which tank had the lowest voltage?', 'B'],
    ['tank readings.csv', 'What was the highest pressure in tank A?', undefined],
  ],
  'rows are counted by their number, and people are the persons named': [
    ['tank readings.csv', 'In how many readings was the temperature above 20 °C?', '2'],
    ['darts_open.json', 'Who was the oldest thrower at the open?', 'Bo'],
    ['visitors.csv', 'How many people came to the hall?', undefined],
    ['seed orders.csv', 'How many lavender plants were ordered altogether?', '17'],
  ],
  'a column may be said in two words, or by its place among others': [
    ['parcels_desk.csv', 'When was P1 picked up?', '2024-03-12'],
    ['parcels_desk.csv', 'When was P2 picked up?', undefined],
    ['darts_open.json', 'What did Bo score in the second round?', '52'],
    ['darts_open.json', 'What did Cy score in round two?', undefined],
    ['darts_open.json', 'What did Bo score in the third round?', undefined],
  ],
  'the longest stay is none of those who stayed': [
    ['bookings.csv', 'Who booked the longest stay?', 'Bo Kim'],
    ['stays.csv', 'How many guests stayed?', '3'],
  ],
}

describe.concurrent('words that choose no rows', () => answers(folderWith(tables), asked))
