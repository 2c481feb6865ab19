import { zerosIn } from '../lib/amount-figure.ts'
import { svg } from '../lib/dom.ts'

/** So far below the line stands how many zeros follow. */
const LOWERED_PX = 3

/** A text of the chart, its counted zeros lowered; the part after them is back on the line. */
export const drawnText = (text: string): SVGElement[] =>
  zerosIn(text).map(({ text: part, zeros }, index) =>
    svg(
      'tspan',
      { class: zeros === null ? null : 'zeros', dy: index === 0 ? 0 : zeros === null ? -LOWERED_PX : LOWERED_PX },
      zeros ?? part,
    ),
  )
