import { generate } from 'lean-qr'
import { svg } from '../lib/dom.ts'

/** Light modules around the code: scanners want four. */
const QUIET = 4

/** Whole pixels, so that every module is as wide as the others. */
const MODULE_PX = 4

/** The text as a QR code, dark on light in either scheme; the text is its alternative. */
export function qrCode(text: string): SVGElement {
  const code = generate(text)
  const size = code.size + 2 * QUIET
  let dark = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark += `M${x + QUIET} ${y + QUIET}h1v1h-1z`
  return svg(
    'svg',
    {
      class: 'qr-code',
      viewBox: `0 0 ${size} ${size}`,
      width: size * MODULE_PX,
      height: size * MODULE_PX,
      role: 'img',
      'aria-label': `QR code of ${text}`,
      'shape-rendering': 'crispEdges',
    },
    svg('path', { class: 'qr-light', d: `M0 0h${size}v${size}H0z` }),
    svg('path', { class: 'qr-dark', d: dark }),
  )
}
