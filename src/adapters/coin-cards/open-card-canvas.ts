import startRenderer, { type Canvas, type CanvasKit, type Image, type Paint } from 'canvaskit-wasm'
import { cardFonts, rendererPath } from './card-files.ts'

/** How a text is set. */
export interface TextStyle {
  readonly sizePx: number
  readonly color: string
  readonly bold?: boolean
  readonly widthPx: number
  /** Lines that are kept; the last one ends in an ellipsis where there is more. One when not given. */
  readonly lines?: number
}

/** A text that is set and can be drawn. */
export interface SetText {
  readonly widthPx: number
  readonly heightPx: number
  /** It does not fit into its lines. */
  readonly isCut: boolean
  draw(x: number, y: number): void
}

/** A canvas of the renderer, with text and pictures. */
export interface CardCanvas {
  readonly kit: CanvasKit
  readonly canvas: Canvas
  paint(color: string): Paint
  set(text: string, style: TextStyle): SetText
  /** Null for what no decoder reads. */
  decode(picture: Uint8Array): Image | null
  png(): Uint8Array
}

const LINE_HEIGHT = 1.25

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Starts the renderer, and opens a canvas of this size on it for these texts. What it holds is given back with the process.
 *
 * @throws Error when the renderer has no room for a card
 */
export async function openCardCanvas(widthPx: number, heightPx: number, texts: readonly string[] = []): Promise<CardCanvas> {
  const kit = await startRenderer({ locateFile: () => rendererPath })
  const surface = kit.MakeSurface(widthPx, heightPx)
  if (!surface) throw new Error('the renderer has no room for a card')
  const canvas = surface.getCanvas()
  const fonts = kit.TypefaceFontProvider.Make()
  const needed = cardFonts.filter(({ letters }) => letters === undefined || texts.some((text) => letters.test(text)))
  for (const { family, path } of needed) fonts.registerFont(await Bun.file(path).arrayBuffer(), family)
  const fontFamilies = [...new Set(needed.map(({ family }) => family))]

  return {
    kit,
    canvas,
    paint(color) {
      const paint = new kit.Paint()
      paint.setAntiAlias(true)
      paint.setColor(kit.parseColorString(color))
      return paint
    },
    set(text, style) {
      const paragraphStyle = new kit.ParagraphStyle({
        textStyle: {
          color: kit.parseColorString(style.color),
          fontFamilies,
          fontSize: style.sizePx,
          fontStyle: { weight: style.bold ? kit.FontWeight.Bold : kit.FontWeight.Normal },
        },
        // The direction of a text is that of its first letter; where it stands is the same for all.
        textDirection: RIGHT_TO_LEFT.test(text) ? kit.TextDirection.RTL : kit.TextDirection.LTR,
        textAlign: kit.TextAlign.Left,
        // Lines stay as far apart where a letter comes from a taller font.
        strutStyle: { strutEnabled: true, forceStrutHeight: true, fontFamilies, fontSize: style.sizePx, heightMultiplier: LINE_HEIGHT },
        maxLines: style.lines ?? 1,
        ellipsis: '…',
      })
      const builder = kit.ParagraphBuilder.MakeFromFontProvider(paragraphStyle, fonts)
      builder.addText(text)
      const paragraph = builder.build()
      paragraph.layout(style.widthPx)
      return {
        widthPx: Math.ceil(paragraph.getLongestLine()),
        heightPx: Math.ceil(paragraph.getHeight()),
        isCut: paragraph.didExceedMaxLines(),
        draw: (x, y) => canvas.drawParagraph(paragraph, x, y),
      }
    },
    decode: (picture) => kit.MakeImageFromEncoded(picture)?.makeCopyWithDefaultMipmaps() ?? null,
    png() {
      surface.flush()
      const png = surface.makeImageSnapshot().encodeToBytes(kit.ImageFormat.PNG, 100)
      if (!png) throw new Error('the renderer made no picture')
      return png
    },
  }
}
