// Fill colours of an .xlsx as they are seen: named outright, taken from the theme and tinted, or from the
// palette of old programs.
import type { Package } from './office.ts'
import { childOf, childrenOf, type Node } from './xml.ts'

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

/** A colour of six hexadecimal digits made lighter (`tint` up to 1) or darker (down to -1), with `#`. */
export function tinted(rgb: string, tint: number): string {
  if (!(Math.abs(tint) > 0 && Math.abs(tint) <= 1)) return `#${rgb.toUpperCase()}`
  const [r, g, b] = [0, 2, 4].map(at => Number.parseInt(rgb.slice(at, at + 2), 16) / 255)
  const [hue, saturation, light] = toHsl(r!, g!, b!)
  const lit = tint < 0 ? light * (1 + tint) : light * (1 - tint) + tint
  return `#${fromHsl(hue, saturation, lit)
    .map(part =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()}`
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

function toHsl(r: number, g: number, b: number): readonly [number, number, number] {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [light, range] = [(most + least) / 2, most - least]
  if (range === 0) return [0, 0, light]
  const saturation = range / (1 - Math.abs(2 * light - 1))
  const sixth =
    most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [sixth / 6, saturation, light]
}

function fromHsl(hue: number, saturation: number, light: number): number[] {
  const spread = saturation * Math.min(light, 1 - light)
  return [0, 8, 4].map(turn => {
    const at = (turn + hue * 12) % 12
    return light - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  })
}
