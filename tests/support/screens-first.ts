import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the files that measure screens first. They are short to read and long to run, and as the last ones they keep one core idle. */
export class ScreensFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isOfScreens = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/journeys/screens/");
    return [...sorted.filter(isOfScreens), ...sorted.filter((file) => !isOfScreens(file))];
  }
}
