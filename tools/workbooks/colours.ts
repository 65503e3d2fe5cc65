// Fill colours of an .xlsx as they are seen: named outright, taken from the theme and tinted, or from the
// palette of old programs.
import type { Package } from '../documents/office/office.ts'
import { childOf, childrenOf, type Node } from '../documents/office/xml.ts'

/**
 * The fills of a workbook in the order in which its cells refer to them: `#RRGGBB`; several colours with
 * what they are (`gradient #FFFFFF #FF0000`, `darkGrid #FF0000 on #FFFFFF`); `undefined` for none.
 */
export function fillsOf(file: Package): readonly (string | undefined)[] {
  const root = file.xml('xl/styles.xml')
  const fills = root && childOf(root, 'fills')
  if (!root || !fills) return []
  const own = childOf(root, 'colors', 'indexedColors')
  const palette = own ? childrenOf(own, 'rgbColor').map(each => each.attribute('rgb')) : []
  const theme = themeOf(file)
  return fills.children.map(fill =>
    fillOf(fill, color => {
      const rgb = color && rgbOf(color, theme, palette)
      return rgb === undefined ? undefined : tinted(rgb, Number(color?.attribute('tint') ?? 0))
    }),
  )
}

/**
 * A colour of six hexadecimal digits made lighter (`tint` up to 1) or darker (down to -1), with `#`. Hue,
 * lightness and saturation are whole numbers up to 240, as in the programs that show these colours; now
 * and then a part is one off what they show.
 */
export function tinted(rgb: string, tint: number): string {
  if (!(Math.abs(tint) > 0 && Math.abs(tint) <= 1)) return `#${rgb.toUpperCase()}`
  const { hue, light, saturation } = toHsl(rgb)
  const lit = Math.floor(tint < 0 ? light * (1 + tint) : light * (1 - tint) + whole * tint)
  const parts = fromHsl(hue, lit, saturation).map(part => part.toString(16).padStart(2, '0'))
  return `#${parts.join('').toUpperCase()}`
}

// --- internal ---

function fillOf(
  fill: Node,
  colour: (node: Node | undefined) => string | undefined,
): string | undefined {
  const gradient = childOf(fill, 'gradientFill')
  if (gradient) {
    const stops = childrenOf(gradient, 'stop').map(stop => colour(childOf(stop, 'color')) ?? '?')
    return `gradient ${stops.join(' ')}`
  }
  const pattern = childOf(fill, 'patternFill')
  const type = pattern?.attribute('patternType') ?? 'none'
  if (!pattern || type === 'none') return undefined
  const front = colour(childOf(pattern, 'fgColor'))
  if (type === 'solid') return front ?? 'filled'
  const back = colour(childOf(pattern, 'bgColor'))
  // the second fill of every workbook is a pattern that hardly any cell uses
  return `${type} ${front ?? '#000000'} on ${back ?? '#FFFFFF'}`
}

function rgbOf(
  color: Node,
  theme: readonly string[],
  palette: readonly (string | undefined)[],
): string | undefined {
  const rgb = color.attribute('rgb')
  if (rgb !== undefined) return hex(rgb)
  const themed = color.attribute('theme')
  if (themed !== undefined) return theme[Number(themed)]
  const index = Number(color.attribute('indexed') ?? Number.NaN)
  return hex(palette[index] ?? oldPalette[index] ?? (index === 64 ? '000000' : 'FFFFFF'))
}

function hex(rgb: string | undefined): string | undefined {
  return rgb !== undefined && /^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(rgb) ? rgb.slice(-6) : undefined
}

/** The twelve colours of the theme as cells count them: light before dark, unlike in the theme itself. */
function themeOf(file: Package): readonly string[] {
  const part = file.names.find(name => /^xl\/theme\/theme\d*\.xml$/.test(name))
  const root = part === undefined ? undefined : file.xml(part)
  const scheme = root && childOf(root, 'themeElements', 'clrScheme')
  const colours = (scheme?.children ?? []).map(each => {
    const [colour] = each.children
    return hex(colour?.attribute('lastClr') ?? colour?.attribute('val')) ?? '000000'
  })
  const [dark1, light1, dark2, light2, ...others] = colours.length >= 4 ? colours : usualTheme
  return [light1!, dark1!, light2!, dark2!, ...others]
}

const usualTheme =
  '000000 FFFFFF 1F497D EEECE1 4F81BD C0504D 9BBB59 8064A2 4BACC6 F79646 0000FF 800080'.split(' ')

const oldPalette = [
  ...'000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF'.split(' '),
  ...'000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF'.split(' '),
  ...'800000 008000 000080 808000 800080 008080 C0C0C0 808080'.split(' '),
  ...'9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF'.split(' '),
  ...'000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF'.split(' '),
  ...'00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99'.split(' '),
  ...'3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696'.split(' '),
  ...'003366 339966 003300 333300 993300 993366 333399 333333'.split(' '),
]

/** The largest hue, lightness and saturation. */
const whole = 240

function toHsl(rgb: string) {
  const parts = [0, 2, 4].map(at => Number.parseInt(rgb.slice(at, at + 2), 16))
  const [most, least] = [Math.max(...parts), Math.min(...parts)]
  const [sum, range] = [most + least, most - least]
  const light = Math.floor((sum * whole + 255) / 510)
  if (range === 0) return { hue: 0, light, saturation: 0 }
  const room = light <= whole / 2 ? sum : 510 - sum
  const saturation = Math.floor((range * whole + room / 2) / room)
  // a third of the circle for each part; the largest says in which the hue lies
  const away = parts.map(part => Math.floor(((most - part) * (whole / 6) + range / 2) / range))
  const third = parts.indexOf(most)
  const hue = (third * whole) / 3 + away[(third + 2) % 3]! - away[(third + 1) % 3]!
  return { hue: (hue + whole) % whole, light, saturation }
}

function fromHsl(hue: number, light: number, saturation: number): number[] {
  if (saturation === 0) return Array<number>(3).fill(Math.round((light * 255) / whole))
  const high =
    light <= whole / 2
      ? Math.floor((light * (whole + saturation) + whole / 2) / whole)
      : light + saturation - Math.floor((light * saturation + whole / 2) / whole)
  const low = 2 * light - high
  const [third, sixth] = [whole / 3, whole / 6]
  return [hue + third, hue, hue - third].map(turn => {
    const at = (turn + whole) % whole
    // up for a sixth of the circle, on high for a third, down for a sixth
    const steps = Math.max(0, Math.min(at, sixth, whole - third - at))
    const part = low + Math.floor(((high - low) * steps + sixth / 2) / sixth)
    return Math.min(255, Math.floor((part * 255 + whole / 2) / whole))
  })
}
