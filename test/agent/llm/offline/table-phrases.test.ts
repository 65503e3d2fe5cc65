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
  'parcel orders.csv': 'order,price,handover\nO1,20,Collection\nO2,5,Delivery',
} as const

const asked: Asked<keyof typeof tables> = {
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
}

describe.concurrent('what is said over many tables', () => answers(folderWith(tables), asked))
