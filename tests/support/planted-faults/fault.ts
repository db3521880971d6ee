import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "tests/planted-faults");

/** A patch that breaks the product in one place. At least one test has to fail because of it. */
export interface PlantedFault {
  readonly file: string;
  readonly patch: string;
  readonly sentence: string;
  /** Test files and folders that should notice the fault. When it is empty, all tests run. */
  readonly related: readonly string[];
  /** Whether the app in dist/ has to be rebuilt with the patch. */
  readonly needsBuild: boolean;
}

function headerOf(text: string, name: string): string | undefined {
  const [head = ""] = text.split(/^diff --git /m);
  return new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1]?.trim();
}

const isJourney = (test: string): boolean => test.startsWith("tests/journeys");

function readFault(file: string): PlantedFault {
  const patch = join(folder, file);
  const text = readFileSync(patch, "utf8");
  const sentence = headerOf(text, "Fault");
  if (!sentence) throw new Error(`${file} has no line that begins with "Fault: ".`);
  const related = headerOf(text, "Related")?.split(/\s+/) ?? [];
  const missing = related.filter((test) => !existsSync(join(root, test)));
  if (missing.length > 0) throw new Error(`${file} names tests that do not exist: ${missing.join(", ")}.`);
  const changesApp = /^\+\+\+ b\/(web|contract|index\.html)/m.test(text);
  const opensApp = related.length === 0 || related.some(isJourney);
  return { file, patch, sentence, related, needsBuild: changesApp && opensApp };
}

export const plantedFaults = (): PlantedFault[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".patch"))
    .sort()
    .map(readFault);
