import { stem } from './stem.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words without meaning for matching: grammar, and what every coin says of itself. */
export const stopWords = list(`
  a an and are as at be been but by can do does for from get had has have he her here his how i if in into is it its just me more most
  my new no not now of off on one or our out over own she so some that the their them then there they this to too up us was we were what
  when where which while who will with you your mr mrs ms dr st la el los las de le un une und der die das et y o e
  coin token crypto cryptocurrency blockchain chain onchain solana sol eth ethereum bitcoin btc web3 web community official project
  first best next big little only ever every everyone anyone very really official dao inc ltd co com io xyz fun ca launch launched
  buy sell hold hodl holder price million billion usd supply contract airdrop presale people world time day today year make made let go
`)

const stopStems: ReadonlySet<string> = new Set([...stopWords].map(stem))

/** Whether the word is a stop word, in its singular or plural. */
export const isStopWord = (word: string): boolean => stopWords.has(word) || stopStems.has(stem(word))

/** Words that may stand between known words in a joined one such as "babydogecoin", though they have no meaning alone. */
const joiningWords = list('coin token baby super mega mini the king lord queen fun swap world land verse army wars daddy lover man')

const joiningStems: ReadonlySet<string> = new Set([...joiningWords].map(stem))

/** Whether the word may stand between known ones, in its singular or plural. */
export const isJoiningWord = (word: string): boolean => joiningWords.has(word) || joiningStems.has(stem(word))

/** Words that look like two known ones joined, and are never split. */
const uncuttableWords = list(`
  hotdog watchdog carpet dubai catfish dogfish goldfish starfish seahorse pigpen boxcar artisan cartoon cowboy hamlet eggplant combat
  battle chairman catgut dogma bonsai samurai shanghai mumbai hyundai chennai senpai hawaii carton rampart restart startup dragonfly
  foxtrot sundae teapot bondage mintage pinball football basketball baseball artdeco seafood moonshine sunflower starboard penknife
`)

/** Whether the word is never split, in its singular or plural. */
export const isUncuttable = (word: string): boolean => uncuttableWords.has(word) || uncuttableWords.has(stem(word))
