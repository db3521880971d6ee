import { BaseSequencer, type TestSpecification } from "vitest/node";

// Small files that run long. At the end of their project each would leave one core idle.
const longest = [
  "/tests/journeys/screens/",
  "/tests/journeys/layout-shift.spec.ts",
  "/tests/fuzz.test.ts",
  "/server/calendar/subscriptions/hostile.test.ts",
  "/server/calendar/subscriptions/bombs.test.ts",
  "/server/help/replies/many-uploads.test.ts",
];

const runsLong = ({ moduleId }: TestSpecification): boolean =>
  longest.some((file) => moduleId.includes(file));

/** Begins each project with what runs longest, because nothing is known about the files of a fresh clone but their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((sorted) => [
      ...sorted.filter(runsLong),
      ...sorted.filter((file) => !runsLong(file)),
    ]);
  }
}
