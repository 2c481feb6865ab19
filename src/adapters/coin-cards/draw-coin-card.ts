import type { Image } from 'canvaskit-wasm'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { CoinCard } from '../../ports/pages/coin-cards.ts'
import { type CardCanvas, openCardCanvas } from './open-card-canvas.ts'
import { percentText } from '../../domain/money/figure-text.ts'

const [WIDTH_PX, HEIGHT_PX, MARGIN_PX] = [OWN_LIMITS.cardWidthPx, OWN_LIMITS.cardHeightPx, 64]
const INNER_PX = WIDTH_PX - 2 * MARGIN_PX
const PICTURE_PX = 264
/** Sides in pixels that the picture is drawn from: where its detail makes the card too large, from fewer. */
const PICTURE_DETAIL_PX = [PICTURE_PX, 132, 66] as const
const CHIP_PX = { height: 46, gap: 12, padding: 18, dot: 7, handleMax: 420, size: 24 } as const

/** The dark colours of static/css/tokens.css. */
const COLOR = {
  page: '#0f1513',
  sunken: '#1e2824',
  text: '#e7eeea',
  muted: '#a2b1a9',
  accent: '#63d3ae',
  accentSoft: '#17342b',
  warn: '#f2c469',
  warnSoft: '#2d2613',
} as const
const ROLE_COLOR: Readonly<Record<string, string>> = {
  kol: '#2fb890',
  agent: '#7ba4f5',
  earnings: '#56c2d6',
  treasury: '#e0a640',
  referrer: '#d184ca',
}
const roleColor = (role: string): string => ROLE_COLOR[role] ?? '#8c9a93'

/**
 * Draws the card of a coin, as PNG. It takes the processor for a while: run it in a process of its own.
 *
 * @throws Error when the renderer has no room for the card or its picture
 */
export async function drawCoinCard(card: CoinCard): Promise<Uint8Array> {
  const { name, ticker, serviceTitle, shareholders } = card
  const on = await openCardCanvas(WIDTH_PX, HEIGHT_PX, [name, ticker, serviceTitle, ...shareholders.map(({ handle }) => handle)])
  const picture = card.picture && on.decode(card.picture.bytes)
  on.canvas.clear(on.kit.parseColorString(COLOR.page))
  drawHead(on, card)
  drawSplit(on, card)
  drawFoot(on, card)
  if (!picture) drawLetter(on, card)
  for (const side of picture ? PICTURE_DETAIL_PX : []) {
    drawPicture(on, picture!, side)
    const png = on.png()
    if (png.length <= OWN_LIMITS.cardBytesMax) return png
  }
  if (picture) drawLetter(on, card)
  return on.png()
}

function panel(
  { kit, canvas, paint }: CardCanvas,
  x: number,
  y: number,
  widthPx: number,
  heightPx: number,
  radius: number,
  color: string,
): void {
  canvas.drawRRect(kit.RRectXY(kit.XYWHRect(x, y, widthPx, heightPx), radius, radius), paint(color))
}

/** Name, ticker, and whether the fees are locked, in the middle beside the picture. */
function drawHead(on: CardCanvas, { name, ticker, feeShareLocked }: CoinCard): void {
  const x = MARGIN_PX + PICTURE_PX + 40
  const widthPx = WIDTH_PX - MARGIN_PX - x
  const nameIn = (sizePx: number) => on.set(name, { sizePx, color: COLOR.text, bold: true, widthPx, lines: 2 })
  const large = nameIn(60)
  const title = large.isCut ? nameIn(46) : large
  const symbol = on.set(`$${ticker}`, { sizePx: 34, color: COLOR.muted, bold: true, widthPx })
  const color = feeShareLocked ? COLOR.accent : COLOR.warn
  const badge = on.set(feeShareLocked ? 'Creator fees locked on chain' : 'Creator fees not locked yet', {
    sizePx: 24,
    color,
    bold: true,
    widthPx,
  })
  const heightPx = title.heightPx + symbol.heightPx + 16 + CHIP_PX.height
  const topPx = MARGIN_PX + Math.max(0, (PICTURE_PX - heightPx) / 2)
  title.draw(x, topPx)
  symbol.draw(x, topPx + title.heightPx)
  const y = topPx + title.heightPx + symbol.heightPx + 16
  panel(on, x, y, badge.widthPx + 74, CHIP_PX.height, CHIP_PX.height / 2, feeShareLocked ? COLOR.accentSoft : COLOR.warnSoft)
  drawPadlock(on, { x: x + 22, y: y + 11, color, isLocked: feeShareLocked })
  badge.draw(x + 52, y + (CHIP_PX.height - badge.heightPx) / 2)
}

function drawPadlock(on: CardCanvas, { x, y, color, isLocked }: { x: number; y: number; color: string; isLocked: boolean }): void {
  panel(on, x, y + 10, 20, 14, 3, color)
  const bow = on.paint(color)
  bow.setStyle(on.kit.PaintStyle.Stroke)
  bow.setStrokeWidth(3)
  const path = new on.kit.PathBuilder()
  path.moveTo(x + 4, y + 10).arcToOval(on.kit.XYWHRect(x + 4, y + 1, 12, 14), 180, isLocked ? 180 : 140, false)
  if (isLocked) path.lineTo(x + 16, y + 10)
  on.canvas.drawPath(path.snapshot(), bow)
}

/** The picture cut to a square, which is first made `side` pixels wide. */
function drawPicture({ kit, canvas, paint }: CardCanvas, picture: Image, side: number): void {
  const [widthPx, heightPx] = [picture.width(), picture.height()]
  const cut = Math.min(widthPx, heightPx)
  const source = kit.XYWHRect((widthPx - cut) / 2, (heightPx - cut) / 2, cut, cut)
  const small = kit.MakeSurface(side, side)
  if (!small) throw new Error('the renderer has no room for a picture')
  small.getCanvas().clear(kit.parseColorString(COLOR.sunken))
  small
    .getCanvas()
    .drawImageRectOptions(picture, source, kit.XYWHRect(0, 0, side, side), kit.FilterMode.Linear, kit.MipmapMode.Linear, null)
  small.flush()
  const square = kit.XYWHRect(MARGIN_PX, MARGIN_PX, PICTURE_PX, PICTURE_PX)
  canvas.save()
  canvas.clipRRect(kit.RRectXY(square, 32, 32), kit.ClipOp.Intersect, true)
  const whole = kit.XYWHRect(0, 0, side, side)
  canvas.drawImageRectOptions(small.makeImageSnapshot(), whole, square, kit.FilterMode.Linear, kit.MipmapMode.None, paint('#000000'))
  canvas.restore()
}

/** The place of a picture that is not there: the first letter of the ticker. */
function drawLetter(on: CardCanvas, { ticker }: CoinCard): void {
  panel(on, MARGIN_PX, MARGIN_PX, PICTURE_PX, PICTURE_PX, 32, COLOR.sunken)
  const [first] = new Intl.Segmenter().segment(ticker)
  const letter = on.set(first?.segment ?? '', { sizePx: 120, color: COLOR.muted, bold: true, widthPx: PICTURE_PX })
  letter.draw(MARGIN_PX + (PICTURE_PX - letter.widthPx) / 2, MARGIN_PX + (PICTURE_PX - letter.heightPx) / 2)
}

/** Who gets the creator fees: a bar of their shares, and as many of them as fit. */
function drawSplit(on: CardCanvas, { shareholders }: CoinCard): void {
  const topPx = MARGIN_PX + PICTURE_PX + 32
  const heading = shareholders.length === 0 ? 'The creator fees of this coin are not split' : 'Creator fees go to'
  on.set(heading, { sizePx: 24, color: COLOR.muted, widthPx: INNER_PX }).draw(MARGIN_PX, topPx)
  if (shareholders.length === 0) return
  let x = MARGIN_PX
  on.canvas.save()
  on.canvas.clipRRect(on.kit.RRectXY(on.kit.XYWHRect(MARGIN_PX, topPx + 44, INNER_PX, 12), 6, 6), on.kit.ClipOp.Intersect, true)
  for (const { role, bps } of shareholders) {
    const widthPx = (INNER_PX * bps) / 10_000
    const gapPx = x + widthPx < WIDTH_PX - MARGIN_PX - 1 ? 3 : 0
    on.canvas.drawRect(on.kit.XYWHRect(x, topPx + 44, Math.max(1, widthPx - gapPx), 12), on.paint(roleColor(role)))
    x += widthPx
  }
  on.canvas.restore()
  drawShareholders(on, shareholders, topPx + 74)
}

interface Chip {
  readonly widthPx: number
  draw(x: number, y: number): void
}

function drawShareholders(on: CardCanvas, shareholders: CoinCard['shareholders'], topPx: number): void {
  const chips = shareholders.map((shareholder) => shareholderChip(on, shareholder))
  const more = (count: number) => textChip(on, `and ${count} more`)
  // Two lines; what does not fit is counted at the end of the second.
  for (let shown = chips.length; shown >= 0; shown -= 1) {
    const rows = inRows(shown === chips.length ? chips : [...chips.slice(0, shown), more(chips.length - shown)])
    if (rows.length > 2 && shown > 0) continue
    rows.forEach((row, line) => {
      let x = MARGIN_PX
      for (const chip of row) {
        chip.draw(x, topPx + line * (CHIP_PX.height + CHIP_PX.gap))
        x += chip.widthPx + CHIP_PX.gap
      }
    })
    return
  }
}

function inRows(chips: readonly Chip[]): Chip[][] {
  const rows: Chip[][] = []
  let leftPx = 0
  for (const chip of chips) {
    if (chip.widthPx > leftPx) {
      rows.push([])
      leftPx = INNER_PX
    }
    rows.at(-1)!.push(chip)
    leftPx -= chip.widthPx + CHIP_PX.gap
  }
  return rows
}

function shareholderChip(on: CardCanvas, { handle, role, bps }: CoinCard['shareholders'][number]): Chip {
  const name = on.set(handle, { sizePx: CHIP_PX.size, color: COLOR.text, bold: true, widthPx: CHIP_PX.handleMax })
  const share = on.set(percentText(bps), { sizePx: CHIP_PX.size, color: COLOR.muted, widthPx: 200 })
  const nameXPx = CHIP_PX.padding + 2 * CHIP_PX.dot + 10
  const shareXPx = nameXPx + name.widthPx + 10
  const widthPx = shareXPx + share.widthPx + CHIP_PX.padding
  return {
    widthPx,
    draw(x, y) {
      panel(on, x, y, widthPx, CHIP_PX.height, CHIP_PX.height / 2, COLOR.sunken)
      on.canvas.drawCircle(x + CHIP_PX.padding + CHIP_PX.dot, y + CHIP_PX.height / 2, CHIP_PX.dot, on.paint(roleColor(role)))
      name.draw(x + nameXPx, y + (CHIP_PX.height - name.heightPx) / 2)
      share.draw(x + shareXPx, y + (CHIP_PX.height - share.heightPx) / 2)
    },
  }
}

function textChip(on: CardCanvas, text: string): Chip {
  const line = on.set(text, { sizePx: CHIP_PX.size, color: COLOR.muted, widthPx: 300 })
  return { widthPx: line.widthPx, draw: (x, y) => line.draw(x, y + (CHIP_PX.height - line.heightPx) / 2) }
}

function drawFoot(on: CardCanvas, { serviceTitle }: CoinCard): void {
  const y = HEIGHT_PX - 54
  panel(on, MARGIN_PX, y, 22, 22, 7, COLOR.accent)
  const title = on.set(serviceTitle, { sizePx: 22, color: COLOR.muted, bold: true, widthPx: INNER_PX - 40 })
  title.draw(MARGIN_PX + 34, y + (22 - title.heightPx) / 2)
}
