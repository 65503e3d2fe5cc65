// Phrases that are said over many tables: who are the women, who won, what is still open, what used the most.
import { describe } from 'vitest'
import { type Asked, answers, folderWith } from './asked.ts'

const tables = {
  'lake swim.csv': `Name,Sex,Club,Place,Time,Status
Bo Lund,M,Otters,1,0:29:40,Finished
Ada Hill,F,Otters,2,0:31:07,Finished
Cy Marsh,M,Pikes,3,0:33:15,Finished
Eve Holt,F,Pikes,4,0:41:50,Finished
Dot Reed,F,Pikes,,,Retired`,
  'pupils.csv': 'pupil,class,gender,score\nAnn,9,f,88\nBen,9,m,92\nCem,10,m,75',
  'cables.csv': 'cable,plug,price\nC1,M,4\nC2,F,5\nC3,F,3',
  'choir.csv': 'name,group,fee\nAnn,Women,88\nBen,Men,92\nCem,Men,75',
  'car hires.csv': `Hire,Car,Vehicle,Days,Total (EUR),State
H1,VW,K-1,3,90,Cancelled
H2,Kia,K-2,5,200,Paid
H3,VW,K-1,2,65,Cancelled
H4,Kia,K-2,1,45,Paid`,
  'truck fuel.csv': 'Day,Vehicle,Litres\n2024-02-01,T-1,50\n2024-02-02,T-2,30\n2024-02-05,T-2,35',
  'meet.csv': `Event,Swimmer,Position,Points
100 m,Ann,1,9
100 m,Bea,2,7
Relay,Bea,1,12
Relay,Ann,2,3`,
  'entries.csv': 'Runner,Time\nAnn,08:30:00\nBea,14:15:00\nCem,09:05:00',
  'league.csv': 'Player,Position,Won\nAnn,1,7\nBea,2,9',
  'loans.csv': `Loan,Member,Book,Borrowed,Returned,Fine
L1,Ann,Dune,2024-01-02,2024-01-19,0
L2,Bo,Emma,2024-01-05,,2.5
L3,Ann,Kim,2024-02-03,,4`,
  'faults.csv': `Fault,Opened,Closed,Lift
F1,2024-01-02,2024-01-04,North
F2,2024-01-09,,North
F3,2024-02-02,,South`,
  'shops.csv': 'Shop,Closed\nAda,\nBo,2019-02-01',
  'repairs.csv': 'Repair,Closed,State\nR1,2024-01-04,done\nR2,,open\nR3,,waiting',
  'invoices.csv': `Invoice,Customer,Issued,Amount (EUR),Paid
I1,Alp,2024-01-02,100,yes
I2,Post,2024-01-09,50,no
I3,Alp,2024-02-02,70,no`,
  'exams.csv': `Student,Exam,Date,Passed,Attended
Ann,Latin,2024-05-01,yes,yes
Bo,Latin,2024-05-01,no,no
Cy,Greek,2024-06-02,no,yes`,
  'bills.csv': 'Bill,Paid in full?\nB1,yes\nB2,no\nB3,no',
  'orders.csv': 'order,total_eur\nO1,20\nO2,5',
  'trams.csv': `Line,Stop,Platform,Passengers
4,Market,1,120
4,Park,2,80
9,Market,1,60
9,Harbour,3,95
9,Park,2,20
X5,Harbour,3,30`,
  'rooms.csv': 'Room,Guest,Invoice,Rent\n3,Ann,5001,400\n7,Bo,5007,450\n12,Cy,5011,450',
  'account.csv': `Date,Text,Amount,Balance
2026-01-02,Gift,500,500
2026-01-05,Rent,-300,200
2026-01-09,Wages,900,1100
2026-01-20,Rent,-310,790`,
  'accounts.csv': 'Account,Owner,Opened,Balance\nA-1,Ann,2019-01-02,1200\nA-2,Bo,2020-03-04,300',
  'quiz.csv': `Team,Round,Points
Owls,1,10
Owls,2,8
Foxes,1,9
Foxes,2,9
Bears,1,12
Bears,2,7
Hares,1,4
Hares,2,5`,
  'shows.csv': 'Show,Hall,Tickets,Sold\nJazz,Blue,200,150\nFolk,Red,120,120\nChoir,Blue,80,35',
  'staff.csv': `Name,Team,Joined,Leave days,Leave taken,Salary
Ann,Red,2019-03-01,30,22,50000
Bo,Blue,2016-05-01,28,28,42000
Cy,Red,2021-09-01,30,9,39000`,
  'tools.csv': `Tool,Member,Day,Returned
Saw,Ann,2026-01-02,yes
Saw,Bo,2026-01-08,no
Drill,Cy,2026-01-09,no`,
  'cheeses.csv': `Item,Cheese,In stock (kg),Price (£),Best before
C-1,Brie,4.5,21,2026-03-01
F,Feta,2,18,2026-04-01`,
  'consignments.csv': `Consignment,Placed,Status
C1,2026-03-01,shipped
C2,2026-03-04,open`,
  'budget.csv': `date,category,description,amount
2026-01-03,Rent,January rent,850.00
2026-01-05,Groceries,Lidl,64.30
2026-02-07,Groceries,Lidl,72.10
2026-02-20,Transport,Monthly ticket,49.00
2026-03-09,Groceries,Rewe,88.95
2026-03-28,Transport,Taxi,49.00`,
  'trips.csv': `date,vehicle,driver,km
2026-01-03,Van 1,Ann,10
2026-01-05,Van 2,Bo,20
2026-02-03,Van 1,Ann,30
2026-02-09,Van 1,Bo,15`,
  'class.csv': `Name,Birthday,Maths,English
Anna Berger,2012-03-14,1,2
Ben Otto,2011-11-30,3,2
Clara Weiß,2012-07-02,2,1
Emil Zöller,2011-12-24,2,3`,
  'team.csv': `Employee,Department,Salary,Start
Meier,Sales,3200,2019-04-01
Huber,IT,4100,2021-09-15
Wolf,IT,3900,2018-06-01`,
  'sales orders.json': JSON.stringify([
    { id: 101, customer: 'Anna', quantity: 3, price: 4.5, paid: true },
    { id: 102, customer: 'Bob', quantity: 1, price: 12.9, paid: false },
    { id: 103, customer: 'Anna', quantity: 2, price: 12.9, paid: true },
  ]),
  'parcel orders.csv': 'order,price,handover\nO1,20,Collection\nO2,5,Delivery',
} as const

const asked: Asked<keyof typeof tables> = {
  'each of several is not what they come to': [
    [
      'budget.csv',
      'List the expenses in February',
      '2026-02-07 | Groceries | Lidl | 72.10, 2026-02-20 | Transport | Monthly ticket | 49.00',
    ],
    [
      'budget.csv',
      'Which expenses were over 60 in February?',
      '2026-02-07 | Groceries | Lidl | 72.10',
    ],
    ['budget.csv', 'Show me all expenses over 900', undefined],
    ['budget.csv', 'List the expenses', undefined],
    [
      'budget.csv',
      'List the two biggest expenses without rent',
      'Groceries: 88.95, Groceries: 72.10',
    ],
    ['budget.csv', 'What were the expenses in February?', '121.1'],
    ['budget.csv', 'What was the last expense?', undefined],
    ['invoices.csv', 'Which invoices are unpaid?', 'I2, I3'],
  ],
  'of two trips with one van each is one': [
    ['trips.csv', 'List the two longest trips', 'Van 1: 30, Van 2: 20'],
    ['trips.csv', 'What are the top 2 vehicles by km?', 'Van 1: 55, Van 2: 20'],
    ['trips.csv', 'List the trips in February', undefined],
  ],
  'nobody is paid only in the month when he came': [
    ['team.csv', 'How much do we pay in total per month?', undefined],
    ['team.csv', 'What is the total salary in 2019?', undefined],
    ['team.csv', 'What is the total salary?', '11200'],
    ['team.csv', 'What is the average salary of those who started after 2018?', '3650'],
    ['team.csv', 'Who started after 2018?', 'Meier, Huber'],
  ],
  'a total of orders is not how many there are': [
    ['sales orders.json', 'What is the total of paid orders?', undefined],
    ['sales orders.json', "What is the total of Anna's orders?", undefined],
    ['sales orders.json', 'What is the total number of paid orders?', '2'],
    ['invoices.csv', 'What is the total of unpaid invoices?', '120'],
  ],
  'what is spent on rent is not away, and a number alone is of the only amount': [
    ['budget.csv', 'How much did I spend on rent?', '850'],
    ['budget.csv', 'How much did I spend on rent and groceries together?', '1075.35'],
    ['budget.csv', 'What is the average monthly spending?', '391.12'],
    ['budget.csv', 'How many are exactly 49?', '2'],
    ['budget.csv', 'Which categories occur more than 2 times?', undefined],
    ['budget.csv', 'How many times did I shop at Lidl?', '2'],
  ],
  'periods in a list are taken together where they are of one sort and of one year': [
    ['budget.csv', 'How much did I spend in January and March?', '1052.25'],
    ['budget.csv', 'How much did I spend on groceries in January, February and March?', '225.35'],
    ['budget.csv', 'How much did I spend in February and March 2026?', '259.05'],
    ['budget.csv', 'How much did I spend in December and January 2026?', undefined],
    ['budget.csv', 'How much did I spend in January 2026 and 2025?', undefined],
    ['budget.csv', 'How many categories are there in January and March?', undefined],
    ['budget.csv', 'How many expenses were there in Q1 and Q2?', undefined],
  ],
  'a birthday tells who is the oldest, and not how old': [
    ['class.csv', 'Who is the oldest?', 'Ben Otto'],
    ['class.csv', 'Who is the youngest?', 'Clara Weiß'],
    ['class.csv', 'Who was born in 2011?', 'Ben Otto, Emil Zöller'],
    ['class.csv', 'How old is Clara?', undefined],
    ['class.csv', 'How many students are there?', '4'],
    ['class.csv', 'How many students have a 2 in English?', '2'],
    ['class.csv', 'Who is the best in Maths?', undefined],
    ['team.csv', 'How many students are there?', undefined],
  ],
  'a participle before what the rows are chooses rows, and speaks of no money': [
    ['parcel orders.csv', 'How many orders are there?', '2'],
    ['parcel orders.csv', 'How many collected orders are there?', undefined],
  ],
  'words for women and men are those of a column of two sexes': [
    ['lake swim.csv', 'How many women finished the swim?', '2'],
    ['lake swim.csv', 'How many of the men were in the Pikes?', '1'],
    ['lake swim.csv', 'How many girls finished the swim?', undefined],
    ['pupils.csv', 'What is the average score of the boys?', '83.5'],
    ['choir.csv', 'How many ladies are there?', '1'],
    ['choir.csv', 'How many boys are there?', undefined],
    ['cables.csv', 'How many women are there?', undefined],
  ],
  'who won is the first of the places, and who was the fastest has the shortest time': [
    ['lake swim.csv', 'Who won the race?', 'Bo Lund'],
    ['lake swim.csv', 'Who came in third?', 'Cy Marsh'],
    ['lake swim.csv', 'Who was the winner?', 'Bo Lund'],
    ['lake swim.csv', 'Who was the fastest woman?', 'Ada Hill'],
    ['lake swim.csv', 'Who was the slowest?', 'Eve Holt'],
    ['lake swim.csv', 'What was the fastest time of the Pikes?', '0:33:15'],
    ['lake swim.csv', 'Who won the raffle?', undefined],
    ['lake swim.csv', 'Who was the first to enter?', undefined],
    ['lake swim.csv', 'Which club won?', undefined],
    ['lake swim.csv', 'Who came second in the Pikes?', undefined],
    ['lake swim.csv', 'Who came last?', undefined],
    ['lake swim.csv', "Who won the women's race?", undefined],
    ['meet.csv', 'Who won the relay?', 'Bea'],
    ['meet.csv', 'Who won?', undefined],
    ['meet.csv', 'Who won the most points?', undefined],
    ['entries.csv', 'Who was the fastest?', undefined],
    ['league.csv', 'Who won?', undefined],
  ],
  'who has not passed has failed, and what was not closed is open': [
    ['exams.csv', 'Who failed Latin?', 'Bo'],
    ['exams.csv', 'How many exams did Cy fail?', '1'],
    ['exams.csv', 'How many students failed in June 2024?', '1'],
    ['exams.csv', 'Who missed the Latin exam?', 'Bo'],
    ['exams.csv', 'Who failed to attend?', undefined],
    ['faults.csv', 'How many faults are still open?', '2'],
    ['faults.csv', 'Which faults of the North lift are not yet closed?', 'F2'],
    ['faults.csv', 'How many faults opened in January 2024 are still open?', '1'],
    ['faults.csv', 'How many faults were opened in January 2024?', '2'],
    ['faults.csv', 'How many faults were open in January 2024?', undefined],
    ['faults.csv', 'How many faults are outstanding for the West lift?', undefined],
    ['shops.csv', 'Which shops are still open?', 'Ada'],
    ['shops.csv', 'Which shops are open today?', undefined],
    ['shops.csv', 'Which shops are not closed in 2019?', undefined],
    ['loans.csv', 'Which loans are outstanding?', 'L2, L3'],
    ['loans.csv', 'What is the total fine of the outstanding loans?', '6.5'],
    ['loans.csv', 'How many loans were outstanding in January 2024?', undefined],
    ['repairs.csv', 'How many repairs are still open?', '1'],
    ['bills.csv', 'How many bills are outstanding?', '2'],
    ['invoices.csv', 'How much is still outstanding?', '120'],
    ['invoices.csv', 'What is the outstanding amount for Alp?', '70'],
    ['invoices.csv', 'How many invoices were outstanding in January 2024?', undefined],
  ],
  'a sum is in the currency of its column': [
    ['orders.csv', 'What was the total of the orders in euros?', '25'],
    ['orders.csv', 'What was the total of the orders in dollars?', undefined],
  ],
  'a total of several rows is added up': [
    ['car hires.csv', 'What is the total value of the cancelled hires?', '155'],
    ['car hires.csv', 'What is the total of hire H3?', '65'],
    ['car hires.csv', 'What is the total of the cancelled hire?', undefined],
  ],
  'what has used the most is a verb like any other, unless it turns what is meant': [
    ['truck fuel.csv', 'Which truck has used the most litres?', 'T-2'],
    ['truck fuel.csv', 'Which vehicle had taken the fewest litres?', 'T-1'],
    ['truck fuel.csv', 'Which truck has lost the most litres?', undefined],
    ['truck fuel.csv', 'Which truck has sold the most litres?', undefined],
    ['truck fuel.csv', 'Which van has used the most litres?', undefined],
  ],
  'what lasts is not the last': [
    ['car hires.csv', 'How many days does a cancelled hire last on average?', '2.5'],
    ['car hires.csv', 'How many days did the paid hires last altogether?', '6'],
    ['car hires.csv', 'How many days did the last hire take?', undefined],
  ],
  'numbers that are names are no amounts, whether letters stand among them or not': [
    ['trams.csv', 'Which line has the most passengers?', '4'],
    ['trams.csv', 'What is the total passengers per line?', '4: 200, 9: 175, X5: 30'],
    ['trams.csv', 'What is the total line per stop?', undefined],
    ['trams.csv', 'What is the total platform per stop?', undefined],
    ['rooms.csv', 'What is the total room?', undefined],
    ['rooms.csv', 'What is the total invoice?', undefined],
    ['rooms.csv', 'What is the total rent?', '1300'],
  ],
  'what there is behind each movement is not added up': [
    ['account.csv', 'What is the total balance?', undefined],
    ['account.csv', 'What is the highest balance?', '1100'],
    ['account.csv', 'What is the total amount?', '790'],
    ['account.csv', 'How many rows have an amount below -305?', '1'],
    ['accounts.csv', 'What is the total balance?', '1500'],
    ['cheeses.csv', 'How many kilos of cheese are there altogether?', '6.5'],
  ],
  'all that tie with the last of the top are shown': [
    ['quiz.csv', 'What are the top 2 teams by points?', 'Bears: 19, Foxes: 18, Owls: 18'],
    ['quiz.csv', 'What are the top 3 teams by points?', 'Bears: 19, Foxes: 18, Owls: 18'],
  ],
  'what is left is the one less the other': [
    ['shows.csv', 'How many tickets are left for the choir?', '45'],
    ['shows.csv', 'How many tickets are left?', '95'],
    ['shows.csv', 'Which show has the most tickets left?', undefined],
    ['staff.csv', 'How many leave days does Ann have left?', '8'],
    ['staff.csv', 'How many leave days did Ann take?', undefined],
    ['staff.csv', 'How many leave days does Ann have?', '30'],
  ],
  'who has been here the longest began first, and what is earned a month no date tells': [
    ['staff.csv', 'Who has been here the longest?', 'Bo'],
    ['staff.csv', 'Who has worked for us the shortest?', 'Cy'],
    ['staff.csv', 'How much does Ann earn per month?', undefined],
  ],
  'what is on loan is not returned, and no other day is that of a return': [
    ['tools.csv', 'How many saws are on loan?', '1'],
    ['tools.csv', 'How many saws are still out on loan?', '1'],
    ['tools.csv', 'How many saws were on loan?', undefined],
    ['tools.csv', 'When was the saw returned?', undefined],
    ['consignments.csv', 'When was consignment C1 shipped?', undefined],
    ['consignments.csv', 'When was consignment C1 placed?', '2026-03-01'],
  ],
}

describe.concurrent('what is said over many tables', () => answers(folderWith(tables), asked))
