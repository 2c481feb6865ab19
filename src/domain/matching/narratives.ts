/**
 * The narratives coins are about, each with its words: `strong` ones say it alone, `weak` ones hint at it.
 * Lists are separated by commas, an entry may be a phrase, and plurals need no entry. A word may sit under
 * several narratives. A narrative of the directory that is missing here is still found by its own name.
 */
export type Narrative = { readonly id: string; readonly strong: string; readonly weak: string }

/** The only data file of synonyms: adding a narrative or a word is an edit here and nowhere else. */
export const narratives: readonly Narrative[] = [
  {
    id: 'ai',
    strong: `ai, agi, agent, agentic, artificial intelligence, machine learning, deep learning, language model, neural, neural net, robot,
      robotics, bot, chatbot, gpt, chatgpt, llm, openai, xai, ai16z, tensor, transformer, inference, autonomous, android, cyborg, prompt,
      automaton, copilot, superintelligence, 🤖, 人工智能, 机器人, 人工知能, ロボット, inteligencia artificial`,
    weak: `brain, model, silicon, synthetic, cortex, compute, gpu, intelligence, turing, algorithm, singularity, terminal, swarm, virtual`,
  },
  {
    id: 'dogs',
    strong: `dog, doge, dogecoin, doggo, doggy, doggie, puppy, pup, shiba, shib, inu, corgi, hound, bulldog, poodle, retriever, husky,
      dachshund, chihuahua, terrier, beagle, labrador, akita, pug, kennel, woof, bark, bonk, floki, wif, dogwifhat, underdog, canine, mutt,
      shepherd, rottweiler, dalmatian, pomeranian, samoyed, good boy, man's best friend, 🐶, 🐕, 狗, 犬, 柴犬, perro, cachorro, hund, chien`,
    weak: `paw, leash, fetch, bone, biscuit, wag, howl, rover, pet, tail`,
  },
  {
    id: 'cats',
    strong: `cat, kitty, kitten, meow, purr, feline, tabby, whisker, popcat, mew, catnip, litterbox, siamese, persian cat, maine coon, tomcat,
      neko, caturday, nyan, hairball, 🐱, 🐈, 猫, ねこ, ネコ, 고양이, gato, katze`,
    weak: `paw, pet, claw, scratch, yarn, michi, nine lives`,
  },
  {
    id: 'frogs',
    strong: `frog, pepe, toad, tadpole, ribbit, croak, bullfrog, lilypad, froggy, kek, amphibian, brett, apu, 🐸, 蛙, 青蛙, カエル, rana`,
    weak: `pond, swamp, hop, tongue, lily`,
  },
  {
    id: 'animals',
    strong: `animal, penguin, pengu, panda, otter, capybara, hippo, moo deng, owl, ferret, safari, squirrel, peanut the squirrel, bird, duck,
      goose, eagle, elephant, seahorse, catfish, goldfish, starfish, dragonfly, lion, tiger, wolf, fox, bear cub, monkey, ape, gorilla, giraffe, zebra, rhino, raccoon, hamster, rabbit, bunny,
      sloth, koala, kangaroo, goat, sheep, cow, pig, horse, unicorn, whale calf, dolphin, shark, octopus, turtle, snake, llama, alpaca, zoo,
      wildlife, beaver, badger, hedgehog, parrot, chicken, seal, walrus, 🐧, 🐼, 🦊, 🐻, 🐵, 🦍, 🐘, 🦦, 🐿, 🐺, 🦁, 🐯, 🐢, 🐷, 🐮, 熊猫, 🐹`,
    weak: `beast, fur, furry, wild, feather, pet, jungle, herd, bear, bull, whale, tail`,
  },
  {
    id: 'memes',
    strong: `meme, memecoin, lol, lmao, joke, funny, prank, jester, clown, giggle, chuckle, goofy, wojak, chad, giga, gigachad, troll, shitpost,
      viral, dank, haha, banter, kek, laugh, fartcoin, fart, based, copium, hopium, 😂, 🤣, 🤡, 梗`,
    weak: `banana, silly, degen, cult, moon, wagmi, ngmi, vibe, grumpy, lord, normie, internet, absurd, humor, humour, hilarious, comedy`,
  },
  {
    id: 'trading',
    strong: `trading, trader, trade, chart, candle, candlestick, leverage, scalper, scalping, breakout, bullish, bearish, bull market,
      bear market, short squeeze, momentum, technical analysis, liquidation, wall street, futures, perp, order book, stop loss, quant,
      hedge fund, stonk, stock, wick, 📈, 📉, 🕯`,
    weak: `alpha, long, signal, ticker, market, pump, dump, profit, gain, portfolio, whale, bull, bear, degen, resistance, support`,
  },
  {
    id: 'gaming',
    strong: `game, gaming, gamer, gamefi, playtoearn, play to earn, arcade, pixel, joystick, respawn, dungeon, quest, console, loot, esport, rpg,
      mmo, mmorpg, guild, minecraft, fortnite, roblox, nintendo, playstation, xbox, speedrun, boss fight, metaverse, level up, 🎮, 🕹, 游戏, ゲーム`,
    weak: `raid, player, knight, sword, wizard, goblin, orc, elf, medieval, hero, battle, royale, warrior, treasure, boss, dragon, ninja,
      quester, arena, clan, castle, tournament, level, adventure, play`,
  },
  {
    id: 'defi',
    strong: `defi, yield, vault, staking, stake, restaking, liquidity, lending, lend, borrow, loan, swap, collateral, amm, dex, liquid staking,
      farming, yield farmer, apy, apr, stablecoin, compounding, decentralized finance, lst, interest rate, flash loan`,
    weak: `farmer, farm, bank, banking, pool, finance, saving, lockup, protocol, interest, money, compound`,
  },
  {
    id: 'politics',
    strong: `politics, political, politician, election, elect, vote, voter, ballot, senate, senator, congress, president, presidential, campaign,
      patriot, caucus, podium, liberty, parliament, democracy, democrat, republican, government, trump, maga, biden, governor, mayor, policy,
      lobby, lobbying, minister, candidate, geopolitics, constitution, referendum, 🗳`,
    weak: `freedom, law, nation, flag, revolution, rebellion, diplomacy, leader, debate, party, america, usa, tax, tariff`,
  },
  {
    id: 'sports',
    strong: `sport, football, soccer, basketball, baseball, tennis, golf, hockey, cricket, rugby, boxing, mma, ufc, nba, nfl, fifa, olympic,
      goal, goalpost, stadium, striker, dugout, slamdunk, slam dunk, trophy, racquet, halftime, touchdown, world cup, championship, athlete,
      referee, penalty kick, playoff, formula one, racing, ⚽, 🏀, 🏈, ⚾, 🎾, 🏆, fútbol, futebol`,
    weak: `league, team, coach, champion, score, penalty, match, race, cup, medal, fan, bowl, kick, ball, driver`,
  },
  {
    id: 'food',
    strong: `food, pizza, taco, burger, noodle, ramen, sushi, pancake, waffle, espresso, coffee, dumpling, pickle, bread, toast, bun, butter,
      cheese, sandwich, hotdog, lobster, cookie, cake, donut, doughnut, chocolate, candy, beer, wine, cocktail, martini, recipe, kitchen, chef,
      cooking, restaurant, bbq, bacon, steak, fries, hummus, curry, soup, salad, cuisine, brunch, latte, tea, boba, mooncake, 🍕, 🌮, 🍔, 🍣,
      🍜, 🍩, ☕, 🍺, 饺子, 寿司`,
    weak: `banana, spicy, tasty, delicious, eat, hungry, bake, sauce, snack, roll, salt, sugar, dinner, lunch, breakfast, fruit, apple`,
  },
  {
    id: 'music',
    strong: `music, musician, song, album, vinyl, bassline, melody, drummer, drum, remix, synth, encore, choir, concert, guitar, piano, banjo,
      jazz, hiphop, hip hop, rapper, techno, dj, beat, orchestra, opera, singer, rave, dubstep, reggae, lofi, lo fi, afrobeat, kpop, karaoke,
      playlist, symphony, 🎵, 🎶, 🎸, 🎧, 🎤, música, 音乐, 音楽`,
    weak: `rock, pop, folk, band, bass, sound, rhythm, dance, punk, disco, radio, noise, rap`,
  },
  {
    id: 'anime',
    strong: `anime, manga, waifu, mecha, otaku, kawaii, senpai, sensei, shonen, sakura, chibi, isekai, cosplay, vtuber, ghibli, naruto, pokemon,
      gundam, moe, hentai, shinigami, アニメ, 漫画, 动漫, ワイフ, catgirl`,
    weak: `comic, ninja, samurai, neko, kaiju, katana, cute, tokyo, akihabara, pilot`,
  },
  {
    id: 'space',
    strong: `space, spaceship, rocket, orbit, comet, nebula, lunar, astro, astronaut, astronomer, astronomy, galaxy, galactic, saturn, mars,
      jupiter, venus, pluto, planet, asteroid, nasa, spacex, starship, satellite, cosmos, cosmic, alien, ufo, universe, interstellar,
      telescope, black hole, milky way, supernova, cosmonaut, 🚀, 👽, 🛸, 🌌, 🪐, 🛰, 宇宙`,
    weak: `moon, star, stellar, eclipse, sun, gravity, launch, sky, solar system, 🌙, 🌕, luna`,
  },
  {
    id: 'rwa',
    strong: `rwa, real world asset, tokenized, tokenised, treasury, treasuries, t bill, tbill, bond, bullion, gold, silver, real estate, estate,
      invoice, deed, brick, property, commodity, commodities, mortgage, apartment, equity, land title, rent, platinum, oil barrel, 🏠, 🏢`,
    weak: `house, home, land, asset, oil, rental, backed, ownership, tokenization, index, bill`,
  },
  {
    id: 'depin',
    strong: `depin, antenna, hotspot, sensor, router, bandwidth, wireless, wifi, 5g, decentralized physical, physical infrastructure, gridnode,
      helium, mesh network, edge compute, iot, telecom, base station, 📡, 📶`,
    weak: `mesh, grid, network, node, beacon, coverage, device, compute, gpu, storage, hardware, infrastructure, signal, energy`,
  },
  {
    id: 'privacy',
    strong: `privacy, private, anon, anonymous, anonymity, cipher, stealth, mixer, zeroproof, zero knowledge, zk, zkproof, zksnark, snark,
      encryption, encrypted, encrypt, cryptography, cypherpunk, cloak, incognito, untraceable, monero, zcash, tornado, vaultkey, vpn, 🕵`,
    weak: `shadow, secret, mask, hidden, ghost, ninja, trace, dark, invisible, surveillance, spy`,
  },
  {
    id: 'art',
    strong: `art, artist, artwork, painting, painter, paint, canvas, brush, gallery, sketch, mural, palette, easel, sculptor, sculpture, museum,
      portrait, drawing, illustrator, graffiti, picasso, mona lisa, generative art, design, designer, watercolor, fashion show, 🎨, 艺术`,
    weak: `color, colour, creative, frame, curator, fashion, couture, beauty, aesthetic, fine, exhibit, draw`,
  },
  {
    id: 'nft',
    strong: `nft, collectible, collection, pfp, profile picture, jpeg, avatar, floor price, mint pass, opensea, azuki, bayc, ordinal, digital
      collectible, compressed nft, mosaic, punk collection, 🖼`,
    weak: `floor, drop, mint, trait, rare, collect, collector, edition, museum, punk`,
  },
  {
    id: 'science',
    strong: `science, scientist, desci, quantum, genome, gene, dna, beaker, proton, neutron, electron, petri, neuron, molecule, theorem, physics,
      physicist, chemistry, biology, biotech, laboratory, math, mathematics, einstein, research, researcher, particle, atom, longevity,
      schrodinger, evolution, vaccine, medicine, 🔬, 🧬, 🧪, ⚛, 科学`,
    weak: `lab, experiment, theory, professor, energy, formula, astronomer, astronomy, peer review, health, data`,
  },
  {
    id: 'latam',
    strong: `latam, latino, latina, latin america, brazil, brasil, argentina, mexico, mexican, colombia, chile, peru, venezuela, rio de janeiro,
      samba, fiesta, tango, pampa, carnaval, carnival, mariachi, andes, andean, bogota, lima, buenos aires, salsa dance, hola, amigo`,
    weak: `rio, llama, taco, sombrero, latin, espanol, spanish, portuguese, santiago`,
  },
  {
    id: 'asia',
    strong: `asia, asian, china, chinese, japan, japanese, korea, korean, india, indian, tokyo, seoul, shanghai, beijing, hong kong, singapore,
      taiwan, vietnam, thailand, bangkok, bali, indonesia, manila, philippines, akihabara, osaka, kyoto, mumbai, dubai, monsoon, bazaar, bamboo,
      jade, k pop, 中国, 日本, 한국, 上海, 东京, 東京, 香港`,
    weak: `lantern, dragon, panda, sushi, ramen, samurai, noodle, rice, zen, temple, silk, shogun, 🐉, 🐲, 龙`,
  },
  {
    id: 'africa',
    strong: `africa, african, nigeria, lagos, kenya, nairobi, ghana, ethiopia, egypt, cairo, morocco, senegal, tanzania, south africa, savanna,
      savannah, baobab, sahara, kente, serengeti, djembe, afrobeat, swahili, johannesburg, kilimanjaro, wakanda`,
    weak: `safari, elephant, seahorse, catfish, goldfish, starfish, dragonfly, lion, pharaoh, pyramid, rhino, giraffe, zebra`,
  },
  {
    id: 'film',
    strong: `film, movie, cinema, matinee, popcorn, screenplay, screenwriter, blockbuster, trailer, sequel, hollywood, netflix, actor, actress,
      oscar, filmmaker, documentary, box office, movie director, bollywood, imdb, 🎬, 🍿, 🎥, 电影, 映画`,
    weak: `director, premiere, scene, script, screen, studio, drama, writer, camera, star, theater, theatre`,
  },
  {
    id: 'fitness',
    strong: `fitness, gym, workout, barbell, marathon, kettlebell, sprint, yoga, deadlift, treadmill, protein, crossfit, bodybuilding, pushup,
      squat, dumbbell, runner, weightlifting, lifting, jogging, pilates, bench press, 💪, 🏋, 🧘`,
    weak: `lift, muscle, run, running, sweat, stretch, iron, health, swole, bro, strong, diet, move to earn`,
  },
  {
    id: 'climate',
    strong: `climate, carbon, emission, forest, glacier, compost, windmill, ocean, recycle, recycling, solar, renewable, sustainability,
      sustainable, eco, ecology, reforestation, greenhouse, global warming, regenerative, refi, co2, net zero, plant tree, rainforest, coral
      reef, 🌳, 🌱, 🌍, ♻`,
    weak: `tree, green, planet, earth, nature, offset, wind, clean, river, wildlife, plant, sea, energy, conservation, ranger`,
  },
  {
    id: 'travel',
    strong: `travel, traveler, traveller, passport, suitcase, compass, hostel, voyage, layover, backpack, backpacker, island, tourist, tourism,
      nomad, digital nomad, vacation, holiday, cruise, airline, airport, hotel, road trip, wanderlust, getaway, ✈, 🏝, 🧳, 旅行`,
    weak: `beach, trip, flight, retreat, mountain, coast, explore, explorer, journey, sail, sea, jet, camp`,
  },
]
