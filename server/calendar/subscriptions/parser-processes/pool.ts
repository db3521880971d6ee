// Calendars are parsed in separate processes, which are killed at their limits: a rule of a few characters can keep a
// parser busy forever. Starting a process costs more than parsing most calendars, so an idle one waits for the next.
import pLimit from "p-limit";
import type { Parsed, ParsingTask } from "../feed-event.ts";
import { ParserProcess, type ParsingLimits } from "./parser-process.ts";

// An idle process is kept until the next run of the refresh job.
const maxIdleMs = 40_000;

const resting = new Map<ParserProcess, NodeJS.Timeout>();
const lane = pLimit(2);

function rest(parser: ParserProcess): void {
  const tooLong = () => {
    resting.delete(parser);
    parser.end();
  };
  resting.set(parser, setTimeout(tooLong, maxIdleMs).unref());
}

function wake(limits: ParsingLimits): ParserProcess | undefined {
  const parser = resting.keys().find((each) => each.isGoodFor(limits));
  if (!parser) return undefined;
  clearTimeout(resting.get(parser));
  resting.delete(parser);
  return parser;
}

export const parseFeed = (task: ParsingTask, limits: ParsingLimits): Promise<Parsed> =>
  lane(async () => {
    const parser = wake(limits) ?? (await ParserProcess.start(limits));
    try {
      const parsed = await parser.parse(task);
      rest(parser);
      return parsed;
    } catch (error) {
      parser.end();
      throw error;
    }
  });
