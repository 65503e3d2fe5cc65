// The answers of the sample set once more, by plain arithmetic on the files. Knows nothing of the product.
import { type Row, rowsOf, sheetOf, textOf } from './sample-files.ts'

/** By question id: computes the answer from the files, as the set should state it. */
export const recompute: Readonly<Record<string, () => string | Promise<string>>> = {
  'pace-1': () => digits((75 / 30) * 46),
  'pace-2': () => digits((144 / 180) * 55),
  'pace-3': () => digits(((3600 + 3 * 60 + 17) / 21.0975) * 0.4, 0),
  'pace-4': () => digits((18.75 / 12.5) * 340 * (1 / 60)),
  'pace-5': () => digits((24.5 / 1.5) * 3.9),

  'crossing-1': () => digits((18 / 24) * 60),
  'crossing-2': () => digits(7800 / 1500),
  'crossing-3': () => digits((6.3 / 4.5) * 60),
  'crossing-4': () => digits(1520 / 32),
  'crossing-5': () => digits((1190 / 840) * 60),

  'change-1': () => digits(20 - 3 * 2.4 * 0.75, 2),
  'change-2': () => digits(100 - 12 * 8.5 * 0.9, 2),
  'change-3': () => digits(60 - 5 * 14 * 0.85, 2),
  'change-4': () => digits(150 - 8 * 18 * 0.875),
  'change-5': () => digits(5 - 40 * 0.15 * 0.8, 2),

  'rise-1': () => digits(780 * 1.045 * 12, 2),
  'rise-2': () => digits(1.2 * 1.15 * 6, 2),
  'rise-3': () => digits(32 * 1.125 * 4),
  'rise-4': () => digits(0.4 * 1.1 * 25),
  'rise-5': () => digits(0.28 * 1.25 * 350, 2),

  'sum-1': () => digits(total(loans({ branch: 'Harbour', genre: 'Crime' }), 'loans')),
  'sum-2': () => digits(total(energy({ source: 'grid', building: 'Swimming Pool' }), 'kWh')),
  'sum-3': () => digits(total(harvest({ crop: 'barley', farm: 'Moosbach' }), 'tonnes')),
  'sum-4': () => digits(total(trips({ driver: 'Dunja', vehicle: 'minibus' }), 'fare (EUR)')),
  'sum-5': () => digits(total(repairs({ status: 'closed', workshop: 'York' }), 'parts cost')),

  'mean-1': () => mean(loans({ genre: 'Poetry' }), 'renewals'),
  'mean-2': () => mean(energy({ source: 'district heat' }), 'cost_eur'),
  'mean-3': () => mean(harvest({ crop: 'oats' }), 'hectares'),
  'mean-4': () => mean(trips({ driver: 'Amir' }), 'km'),
  'mean-5': () => mean(repairs({ device: 'printer' }), 'hours'),

  'count-1': () => above(loans({ branch: 'Riverside' }), 'loans', 40),
  'count-2': () => above(energy({ building: 'School' }), 'kWh', 3000),
  'count-3': () => above(harvest({ farm: 'Birkau' }), 'tonnes', 50),
  'count-4': () => above(trips({ driver: 'Carlos' }), 'passengers', 4),
  'count-5': () => above(repairs({ workshop: 'Leeds' }), 'hours', 5),

  'most-1': () => largest(totals(loans(), 'genre', 'loans')),
  'most-2': () => largest(totals(energy(), 'building', 'cost_eur')),
  'most-3': () => largest(totals(harvest(), 'farm', 'tonnes')),
  'most-4': () => largest(totals(trips(), 'city', 'fare (EUR)')),
  'most-5': () => largest(totals(repairs(), 'device', 'hours')),

  'spread-1': () => spread(totals(loans(), 'branch', 'loans')),
  'spread-2': () => spread(totals(energy(), 'building', 'kWh')),
  'spread-3': () => spread(totals(harvest(), 'farm', 'tonnes')),
  'spread-4': () => spread(totals(trips(), 'driver', 'km')),
  'spread-5': () => spread(totals(repairs(), 'workshop', 'hours')),

  'share-1': () => share(totals(loans(), 'branch', 'loans'), 'Old Town'),
  'share-2': () => share(totals(energy(), 'building', 'cost_eur'), 'Library'),
  'share-3': () => share(totals(harvest(), 'crop', 'tonnes'), 'oats'),
  'share-4': () => share(totals(trips(), 'city', 'fare (EUR)'), 'Villach'),
  'share-5': () => share(totals(repairs(), 'device', 'parts cost'), 'tablet'),

  'sheets-1': () => gap('school.xlsx', 'Absences', 'Autumn term', 'Spring term'),
  'sheets-2': () => gap('bakery.xlsx', 'Sold', 'Saturday', 'Sunday'),
  'sheets-3': () => gap('museum.xlsx', 'Visitors', '2025', '2024'),
  'sheets-4': () => gap('fleet.xlsx', 'Kilometres', 'Trucks', 'Vans'),
  'sheets-5': () => gap('clinic.xlsx', 'Patients', 'Ward A', 'Ward B'),

  'ratio-1': () => ratio('school.xlsx', 'Spring term', 'Absences', 'Pupils'),
  'ratio-2': () => ratio('bakery.xlsx', 'Saturday', 'Sold', 'Baked'),
  'ratio-3': () => ratio('museum.xlsx', '2025', 'Income (EUR)', 'Visitors'),
  'ratio-4': () => ratio('fleet.xlsx', 'Trucks', 'Kilometres', 'Litres'),
  'ratio-5': () => ratio('clinic.xlsx', 'Ward B', 'Patients', 'Nurses'),

  'value-1': () => said('files/lighthouse.txt', /The tower itself is (\d+) m tall/),
  'value-2': () => said('files/allotment-minutes.md', /water pump will cost ([\d,]+) euros/),
  'value-3': () => said('files/glacier-log.txt', /The borehole is (\d+) m deep/),
  'value-4': () => said('files/heat-pump-manual.pdf', /contains ([\d.]+) kg of the refrigerant/),
  'value-5': () => said('files/lease.pdf', /The deposit amounts to (\d+) euros/),

  'date-1': () => said('files/lighthouse.txt', /first lit on (\d+ \w+ \d+)/),
  'date-2': () => said('files/allotment-minutes.md', /next meeting will be held on (\d+ \w+ \d+)/),
  'date-3': () => said('files/glacier-log.txt', /drill reached bedrock on (\d+ \w+ \d+)/),
  'date-4': () => said('files/heat-pump-manual.pdf', /approval was granted on (\d+ \w+ \d+)/),
  'date-5': () => said('files/lease.pdf', /The lease begins on (\d+ \w+ \d+)/),

  'name-1': () => said('files/lighthouse.txt', /designed by the engineer (\w+ \w+)/),
  'name-2': () => said('files/allotment-minutes.md', /minutes were kept by (\w+ \w+)/),
  'name-3': () => said('files/glacier-log.txt', /led by the glaciologist (\w+ \w+)/),
  'name-4': () => said('files/heat-pump-manual.pdf', /translated by (\w+ \w+)/),
  'name-5': () => said('files/lease.pdf', /The house is managed by (\w+ \w+)/),

  'journey-1': async () => {
    const record = await quoted(
      'eliud-kipchoge.md',
      /marathon is (\d):(\d\d):(\d\d) for ([\d.]+) km/,
    )
    const [hours, minutes, seconds, km] = record as [number, number, number, number]
    const [moon] = await quoted('moon.md', /at its closest the Moon is ([\d,]+) km/)
    return digits(((hours + minutes / 60 + seconds / 3600) / km) * moon! * 1e-3, 0)
  },
  'journey-2': async () => {
    const record = await quoted(
      'snail-racing.md',
      /in 1995 he covered the course of (\d+) cm in (\d+) min/,
    )
    const [cm, minutes] = record as [number, number]
    const [km] = await quoted('sahara.md', /From east to west,[^;]* ([\d,]+) km/)
    return digits(((minutes / 60 / cm) * km! * 1e5) / 1000, 0)
  },
  'journey-3': async () => {
    const record = await quoted(
      'bertie-the-tortoise.md',
      /covered a course of ([\d.]+) m in ([\d.]+) s/,
    )
    const [metres, seconds] = record as [number, number]
    const [km] = await quoted('great-wall-of-china.pdf', /total length of ([\d,]+) km/)
    return digits(((seconds / 3600 / metres) * km! * 1000) / 1000, 0)
  },
  'journey-4': async () => {
    const record = await quoted(
      'katie-ledecky.md',
      /over 1500 m is (\d+) minutes and ([\d.]+) seconds/,
    )
    const [minutes, seconds] = record as [number, number]
    const [km] = await quoted('nile.md', /With a length of ([\d,]+) km/)
    return digits(Math.round((((minutes * 60 + seconds) / 1.5) * km!) / 3600 / 100) * 100)
  },
  'journey-5': async () => {
    const [seconds] = await quoted('usain-bolt.md', /([\d.]+) seconds over 100 m/)
    const [km] = await quoted('earth.md', /Along the equator its circumference is ([\d,]+) km/)
    return digits((seconds! * 10 * km!) / 86_400, 0)
  },
}

// --- internal ---

type Where = Readonly<Record<string, string>>

const filtered = (name: string, delimiter?: string) => {
  return (where: Where = {}) =>
    rowsOf(name, delimiter).filter(row =>
      Object.entries(where).every(([key, is]) => row[key] === is),
    )
}
const loans = filtered('library-loans.csv')
const energy = filtered('energy.csv')
const harvest = filtered('harvest.csv', ';')
const trips = filtered('trips.csv')
const repairs = filtered('repairs.csv')

/** Decimals in whole thousandths, so that no rounding error gathers. */
function total(rows: readonly Row[], column: string): number {
  if (rows.length === 0 || rows[0]![column] === undefined) throw new Error(`nothing in ${column}`)
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 1000), 0) / 1000
}

function totals(rows: readonly Row[], by: string, column: string): ReadonlyMap<string, number> {
  const groups = Map.groupBy(rows, row => String(row[by]))
  return new Map([...groups].map(([group, members]) => [group, total(members, column)]))
}

function largest(groups: ReadonlyMap<string, number>): string {
  const [first, second] = [...groups].sort((a, b) => b[1] - a[1])
  if (first![1] === second![1]) throw new Error(`${first![0]} and ${second![0]} are equal`)
  return first![0]
}

function mean(rows: readonly Row[], column: string): string {
  return digits(total(rows, column) / rows.length, 2)
}

function above(rows: readonly Row[], column: string, limit: number): string {
  return String(rows.filter(row => Number(row[column]) > limit).length)
}

function spread(groups: ReadonlyMap<string, number>): string {
  const sums = [...groups.values()]
  return digits(Math.max(...sums) - Math.min(...sums))
}

function share(groups: ReadonlyMap<string, number>, of: string): string {
  const whole = [...groups.values()].reduce((sum, part) => sum + part, 0)
  return digits((100 * groups.get(of)!) / whole, 1)
}

function ratio(book: string, sheet: string, above: string, below: string): string {
  const rows = sheetOf(book, sheet)
  return digits(total(rows, above) / total(rows, below), 2)
}

function gap(book: string, column: string, more: string, fewer: string): string {
  return digits(total(sheetOf(book, more), column) - total(sheetOf(book, fewer), column))
}

async function said(path: string, sentence: RegExp): Promise<string> {
  const found = sentence.exec(await textOf(path))
  if (!found) throw new Error(`${path} does not say ${sentence}`)
  return found[1]!.replace(/(?<=\d),(?=\d)/, '')
}

async function quoted(document: string, sentence: RegExp): Promise<readonly number[]> {
  const found = sentence.exec(await textOf(`corpus/${document}`))
  if (!found) throw new Error(`${document} does not say ${sentence}`)
  return found.slice(1).map(number => Number(number.replaceAll(',', '')))
}

/** A number as the set states it: with so many decimals, or as many as it needs. */
function digits(value: number, decimals?: number): string {
  return decimals === undefined ? String(Number(value.toFixed(6))) : value.toFixed(decimals)
}
