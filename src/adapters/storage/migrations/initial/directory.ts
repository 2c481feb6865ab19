import type { SqlDialect } from '../../engine/sql-dialect.ts'

/** The directory of KOLs, its version and its search index. */
export const directory = (dialect: SqlDialect): readonly string[] => [
  // A rowid alias: the search index of SQLite refers to it, also in a backup.
  `CREATE TABLE kol (
    number ${dialect === 'sqlite' ? 'integer PRIMARY KEY' : 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'},
    handle text NOT NULL, handle_key text ${byteOrder(dialect)} NOT NULL UNIQUE, rank bigint NOT NULL, display_name text NOT NULL,
    aliases_json text NOT NULL, wallet text NOT NULL, evm_wallet text, followers bigint NOT NULL, narratives_json text NOT NULL,
    roles_json text NOT NULL, correlated_json text NOT NULL, verified bigint NOT NULL, opted_out bigint NOT NULL,
    referral_code text, referral_code_key text UNIQUE, names text NOT NULL, words text NOT NULL)`,
  `CREATE INDEX kol_best ON kol (rank, handle_key) WHERE opted_out = 0`,
  `CREATE INDEX kol_of_wallet ON kol (wallet, rank, handle_key)`,
  `CREATE INDEX kol_evm_wallet ON kol (lower(evm_wallet)) WHERE evm_wallet IS NOT NULL`,
  `CREATE INDEX kol_opted_out ON kol (handle_key) WHERE opted_out = 1`,
  ...(dialect === 'sqlite' ? SQLITE_SEARCH : POSTGRES_SEARCH),

  `CREATE TABLE directory_version (id bigint PRIMARY KEY, version bigint NOT NULL)`,
  `INSERT INTO directory_version (id, version) VALUES (1, 0)`,
]

// SQLite compares bytes; PostgreSQL gets a byte-wise collation, so that pages do not depend on the server's locale.
const byteOrder = (dialect: SqlDialect) => (dialect === 'sqlite' ? '' : 'COLLATE "C"')

// Words are normalised and split before (kol-words.ts): pictographs and marks count as parts of words, and the tokenizer folds nothing.
const SQLITE_SEARCH = [
  `CREATE VIRTUAL TABLE kol_words USING fts5(
    words, content='kol', content_rowid='number', prefix='2 3',
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'")`,
  `CREATE TRIGGER kol_words_insert AFTER INSERT ON kol BEGIN
    INSERT INTO kol_words (rowid, words) VALUES (new.number, new.words); END`,
  `CREATE TRIGGER kol_words_delete AFTER DELETE ON kol BEGIN
    INSERT INTO kol_words (kol_words, rowid, words) VALUES ('delete', old.number, old.words); END`,
  `CREATE TRIGGER kol_words_update AFTER UPDATE OF words ON kol BEGIN
    INSERT INTO kol_words (kol_words, rowid, words) VALUES ('delete', old.number, old.words);
    INSERT INTO kol_words (rowid, words) VALUES (new.number, new.words); END`,
]

const POSTGRES_SEARCH = [`CREATE INDEX kol_words ON kol USING gin (array_to_tsvector(string_to_array(words, ' ')))`]
