import { expect, test } from 'vitest'
import { libraries, over } from './simulated.ts'

test.each(libraries)(
  'over 1,000 libraries with %s, plans that harm are hardly used in the end and good ones hardly quarantined',
  (_, base, rates) => {
    const figures = over(1_000, base, rates)
    expect(figures.harmful).toBeLessThan(0.05)
    expect(figures.goodQuarantined).toBeLessThan(0.02)
    const best = Math.max(base, ...rates)
    expect(figures.right).toBeGreaterThan(base - 0.05)
    if (best > base + 0.15) expect(figures.right).toBeGreaterThan(base + 0.05)
  },
)
