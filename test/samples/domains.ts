// What the generated tables are about: columns, the names in them, and how people speak of them.

/** A column of names; `phrases` say "only those of this name", with `{}` for the name. */
export interface Kind {
  readonly headers: readonly string[]
  readonly one: string
  readonly phrases: readonly string[]
  readonly names: readonly string[]
}

/** A column of numbers; `said` is how a question calls it. */
export interface Amount {
  readonly headers: readonly string[]
  readonly said: readonly string[]
  readonly low: number
  readonly high: number
  readonly decimals: number
}

export interface Domain {
  /** Stem of the file's name, and what a row is called. */
  readonly rows: string
  readonly kinds: readonly [Kind, Kind]
  readonly amounts: readonly [Amount, Amount]
}

export const domains: readonly Domain[] = [
  {
    rows: 'orders',
    kinds: [
      {
        headers: ['region', 'Region', 'sales_region'],
        one: 'region',
        phrases: ['in the {} region', 'from the region {}', 'where the region is {}'],
        names: ['North', 'South', 'East', 'West', 'Central', 'Coast', 'Islands'],
      },
      {
        headers: ['product', 'Product', 'product_name'],
        one: 'product',
        phrases: ['for the product {}', 'for {}', 'of {}'],
        names: ['kayak', 'compass', 'sleeping bag', 'headlamp', 'rucksack', 'hammock', 'cooker'],
      },
    ],
    amounts: [
      { headers: ['quantity', 'Quantity'], said: ['quantity'], low: 1, high: 60, decimals: 0 },
      {
        headers: ['revenue (EUR)', 'revenue_eur', 'Revenue'],
        said: ['revenue in euros', 'revenue'],
        low: 900,
        high: 240_000,
        decimals: 2,
      },
    ],
  },
  {
    rows: 'rentals',
    kinds: [
      {
        headers: ['station', 'Station', 'pick_up_station'],
        one: 'station',
        phrases: ['at the {} station', 'from {}', 'at {}'],
        names: ['Market Square', 'Riverbank', 'Castle', 'University', 'Airport', 'Tram Depot'],
      },
      {
        headers: ['bike', 'bike type', 'Bike'],
        one: 'bike',
        phrases: ['with a {}', 'for the {}'],
        names: ['city bike', 'cargo bike', 'tandem', 'scooter', 'mountain bike'],
      },
    ],
    amounts: [
      {
        headers: ['minutes', 'Minutes'],
        said: ['number of minutes'],
        low: 5,
        high: 240,
        decimals: 0,
      },
      {
        headers: ['fee (CHF)', 'fee_chf', 'Fee'],
        said: ['fee in francs', 'fee'],
        low: 15,
        high: 480,
        decimals: 1,
      },
    ],
  },
  {
    rows: 'hikes',
    kinds: [
      {
        headers: ['guide', 'Guide'],
        one: 'guide',
        phrases: ['led by {}', 'of the guide {}', 'with {} as the guide'],
        names: ['Aino', 'Bruno', 'Celeste', 'Dario', 'Esther', 'Farid'],
      },
      {
        headers: ['valley', 'Valley'],
        one: 'valley',
        phrases: ['in the valley {}', 'in {}'],
        names: ['Rosental', 'Val Lunga', 'Steinbach', 'Glen Fyne', 'Blauwald'],
      },
    ],
    amounts: [
      {
        headers: ['distance (km)', 'distance_km', 'Distance'],
        said: ['distance in km', 'distance'],
        low: 32,
        high: 290,
        decimals: 1,
      },
      {
        headers: ['ascent (m)', 'ascent_m', 'Ascent'],
        said: ['ascent in metres', 'ascent'],
        low: 120,
        high: 1900,
        decimals: 0,
      },
    ],
  },
  {
    rows: 'parcels',
    kinds: [
      {
        headers: ['depot', 'Depot'],
        one: 'depot',
        phrases: ['from the {} depot', 'at the depot {}', 'where the depot is {}'],
        names: ['Aarau', 'Basel', 'Chur', 'Davos', 'Lugano', 'Thun'],
      },
      {
        headers: ['courier', 'Courier'],
        one: 'courier',
        phrases: ['by the courier {}', 'carried by {}'],
        names: ['Swift', 'Hermelin', 'Polaris', 'Bluebird', 'Kestrel'],
      },
    ],
    amounts: [
      {
        headers: ['weight (kg)', 'weight_kg', 'Weight'],
        said: ['weight in kg', 'weight'],
        low: 12,
        high: 3100,
        decimals: 2,
      },
      {
        headers: ['postage', 'Postage (CHF)', 'postage_chf'],
        said: ['postage'],
        low: 350,
        high: 4900,
        decimals: 2,
      },
    ],
  },
  {
    rows: 'screenings',
    kinds: [
      {
        headers: ['cinema', 'Cinema'],
        one: 'cinema',
        phrases: ['at the {} cinema', 'at the {}', 'in the cinema {}'],
        names: ['Astoria', 'Rex', 'Lumen', 'Apollo', 'Gloria', 'Capitol'],
      },
      {
        headers: ['genre', 'Genre'],
        one: 'genre',
        phrases: ['of the genre {}', 'in the genre {}'],
        names: ['comedy', 'drama', 'thriller', 'western', 'animation'],
      },
    ],
    amounts: [
      {
        headers: ['tickets', 'Tickets', 'tickets_sold'],
        said: ['number of tickets'],
        low: 8,
        high: 310,
        decimals: 0,
      },
      {
        headers: ['takings', 'Takings (GBP)', 'takings_gbp'],
        said: ['takings'],
        low: 6000,
        high: 420_000,
        decimals: 2,
      },
    ],
  },
  {
    rows: 'courses',
    kinds: [
      {
        headers: ['teacher', 'Teacher'],
        one: 'teacher',
        phrases: ['taught by {}', 'given by {}', 'of the teacher {}'],
        names: ['Ms Adler', 'Mr Bianchi', 'Ms Chowdhury', 'Mr Dahl', 'Ms Eriksen'],
      },
      {
        headers: ['subject', 'Subject'],
        one: 'subject',
        phrases: ['in {}', 'in the subject {}'],
        names: ['Spanish', 'pottery', 'yoga', 'guitar', 'bookkeeping', 'drawing'],
      },
    ],
    amounts: [
      {
        headers: ['participants', 'Participants'],
        said: ['number of participants'],
        low: 3,
        high: 28,
        decimals: 0,
      },
      {
        headers: ['hours', 'Hours', 'hours taught'],
        said: ['number of hours'],
        low: 10,
        high: 480,
        decimals: 1,
      },
    ],
  },
]
