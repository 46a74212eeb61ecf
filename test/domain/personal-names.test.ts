import { expect, test } from 'bun:test'
import { listPersonalNames, listPersonalWords } from '../../src/domain/personal-names.ts'

test.each([
  ['Jane Smith', ['Jane Smith']],
  ['Jane Smith (Otley School)', ['Jane Smith']],
  ['Jane Smith - Otley School', ['Jane Smith']],
  ['Jane Smith at Otley School', ['Jane Smith']],
  ['Jane Smith of Otley School', ['Jane Smith']],
  ['Jane Smith | Otley School', ['Jane Smith']],
  ['Jane Smith- Otley School', ['Jane Smith']],
  ['Jane Smith @ Otley School', ['Jane Smith']],
  ['Jane Smith at The Grammar School at Leeds', ['Jane Smith']],
  ['Otley School - Jane Smith', ['Jane Smith']],
  ['Otley School', []],
  ['Grammar School at Leeds', []],
  ['Scout Group - Leeds', []],
  ['University of Leeds Union', []],
  ['Anne-Marie Hall', ['Anne-Marie Hall']],
])('finds the people in %j', (name, people) => {
  expect(listPersonalNames(name, null)).toEqual(people)
})

test.each([
  ["Sean O'Brien-Küng", ['Sean', "O'Brien-Küng", "SeanO'Brien-Küng", 'OBrien-Küng', 'Brien', 'Küng', 'OBrien']],
  ['Øyvind Łukasz', ['Øyvind', 'Łukasz', 'ØyvindŁukasz', 'oyvind', 'lukasz', 'oyvindlukasz']],
  ['Mrs Van Anh', ['Van', 'Anh', 'MrsVanAnh']],
  ['Ann van Dyke', ['Ann', 'Dyke', 'AnnvanDyke']],
  ['Dr Ann Lee', ['Ann', 'Lee', 'DrAnnLee']],
])('returns the spellings of the words in %j', (name, words) => {
  expect(listPersonalWords(name).sort()).toEqual(words.toSorted())
})
