import { type HelpCategory, listHelpCategories } from "#contract/help/phrases.ts";
import { Client } from "./client.ts";

export const helpCategories = (url: string): Promise<HelpCategory[]> =>
  new Client(url).call(listHelpCategories);

/**
 * The end of the address of the phrases that the app fetches last. Once they are there, people can ask for help
 * without a connection.
 */
export async function lastPhrases(url: string): Promise<string> {
  const last = (await helpCategories(url)).at(-1);
  return `/help-phrases/category/${last?.id}`;
}
