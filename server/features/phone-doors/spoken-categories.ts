// What callers can ask for by a key.
import type { NewHelpRequest } from "#contract/help/requests.ts";

interface SpokenCategory {
  readonly id: number;
  /** Follows "For". */
  readonly about: string;
  /** What the family reads. */
  readonly text: string;
}

/** The key of a category is its number. A test compares them with the database. */
export const spokenCategories: readonly SpokenCategory[] = [
  {
    id: 1,
    about: "the TV, the phone or the tablet",
    text: "I need help with the TV, the phone or the tablet.",
  },
  { id: 2, about: "something in the house", text: "I need help with something in the house." },
  { id: 3, about: "a ride or an errand", text: "I need a ride, or help with an errand." },
  { id: 4, about: "your health or your medicine", text: "I need help with my health or my medicine." },
  { id: 5, about: "bills or money", text: "I need help with bills or money." },
  { id: 6, about: "company", text: "I would like some company." },
  { id: 7, about: "food", text: "I need help with food." },
  { id: 8, about: "anything else", text: "I need help with something else." },
  { id: 9, about: "something that may be a scam", text: "I'd like to know whether something is a scam." },
];

const inOwnWordsKey = "0";

const inOwnWords: NewHelpRequest = { text: "I need help. I am calling from my telephone." };

export const categoryQuestion = [
  ...spokenCategories.map(({ id, about }) => `For ${about}, press ${id}.`),
  `To say it in your own words, press ${inOwnWordsKey}.`,
].join(" ");

/** Returns undefined for a key that means nothing. */
export function requestBehind(key: string): NewHelpRequest | undefined {
  if (key === inOwnWordsKey) return inOwnWords;
  const category = spokenCategories.find(({ id }) => String(id) === key);
  return category && { text: category.text, categoryId: category.id };
}
