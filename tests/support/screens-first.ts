import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the screen measurements first. They load quickly but run long, and at the end they would leave one
 * core idle.
 */
export class ScreensFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isOfScreens = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/journeys/screens/");
    return [...sorted.filter(isOfScreens), ...sorted.filter((file) => !isOfScreens(file))];
  }
}
