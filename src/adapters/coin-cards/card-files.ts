import arabicBold from '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf' with { type: 'file' }
import emojiBold from '@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf' with { type: 'file' }
import chineseBold from '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff' with { type: 'file' }
import koreanBold from '@fontsource/noto-sans-kr/files/noto-sans-kr-korean-700-normal.woff' with { type: 'file' }
import hebrewBold from '@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf' with { type: 'file' }
import sansBold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf' with { type: 'file' }
import sansRegular from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' with { type: 'file' }
import wasm from 'canvaskit-wasm/bin/canvaskit.wasm' with { type: 'file' }

/** Path of the renderer's code, inside the executable too. */
export const rendererPath: string = wasm

/** A font that cards are written in. */
export interface CardFont {
  readonly family: string
  readonly path: string
  /** The letters it is read for: those that take time to read are left out where no text has one. Any text when not given. */
  readonly letters?: RegExp
}

/** The fonts of cards, in the order in which a character's glyph is looked for. */
export const cardFonts: readonly CardFont[] = [
  { family: 'Noto Sans', path: sansRegular },
  { family: 'Noto Sans', path: sansBold },
  { family: 'Noto Sans Arabic', path: arabicBold },
  { family: 'Noto Sans Hebrew', path: hebrewBold },
  { family: 'Noto Emoji', path: emojiBold },
  {
    family: 'Noto Sans SC',
    path: chineseBold,
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
  },
  { family: 'Noto Sans KR', path: koreanBold, letters: /\p{Script=Hangul}/u },
]
