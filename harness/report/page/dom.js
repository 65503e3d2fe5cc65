// Making elements. Text is only ever set as text: what a model, a file or a page said stays what it is.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: Event) => void)} Attribute */
/** @typedef {Readonly<Record<string, Attribute>>} Attributes */

/**
 * An HTML element. A function among the attributes listens to the event of its name; true stands for an
 * attribute without a value; `null`, `undefined` and false are left out, here as among the children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children)
}

/**
 * An SVG element; see `el`.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {readonly Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

/**
 * A part that is folded together and made when it is first opened.
 * @param {Attributes} attributes
 * @param {Child} summary
 * @param {() => readonly Child[]} build
 */
export function folded(attributes, summary, build) {
  const details = el('details', attributes, el('summary', {}, summary))
  builders.set(details, build)
  details.addEventListener('toggle', () => details.open && built(details))
  return details
}

/**
 * Opens everything that `element` lies in, moves there, and sets it and the `others` off.
 * @param {Element | null} element
 * @param {Iterable<Element>} [others]
 */
export function reveal(element, others = []) {
  if (!element) return
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    unfold(at)
  for (const before of document.querySelectorAll('.found')) before.classList.remove('found')
  for (const each of [element, ...others]) each.classList.add('found')
  element.scrollIntoView({ block: 'center' })
  if (!(element instanceof HTMLElement)) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/**
 * Opens a folded part and makes its content, so that it can be searched at once.
 * @param {HTMLDetailsElement} details
 */
export function unfold(details) {
  built(details)
  details.open = true
}

/** @type {WeakMap<HTMLDetailsElement, () => readonly Child[]>} */
const builders = new WeakMap()

/** @param {HTMLDetailsElement} details */
function built(details) {
  const build = builders.get(details)
  builders.delete(details)
  if (build) append(details, build())
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {readonly Child[]} children
 * @returns {Made}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value))
  }
  return append(element, children)
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {readonly Child[]} children
 * @returns {Made}
 */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    element.append(typeof child === 'number' ? String(child) : child)
  }
  return element
}
