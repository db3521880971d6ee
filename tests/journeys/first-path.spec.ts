import { describe, expect, it } from "vitest";
import { useServer } from "../support/server.ts";
import {
  askForHelpOnScreen,
  button,
  heading,
  inviteOnScreen,
  joinOnScreen,
  link,
  signUpOnScreen,
} from "../support/steps.ts";
import { dist, useWindows, widths } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

describe("Rose asks for help, and Anna answers", () => {
  it("from two empty windows to the end, using only the screen", async () => {
    const anna = await windows.open(server().url);
    await signUpOnScreen(server(), anna, "Anna Reyes");
    await link(anna, "Admin Dashboard").click();
    const search = await inviteOnScreen(anna, "Rose", "Grandparent");

    const rose = await windows.open(`${server().url}/invite${search}`, { width: widths.tablet });
    await heading(rose, "You've Been Invited!").waitFor();
    await joinOnScreen(server(), rose, "Rose");
    await link(anna, "Home").click();
    await heading(anna, "Today's Events").waitFor();

    await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
    await rose
      .getByText("Your family has been notified that you need help with: My TV isn't working.", {
        exact: true,
      })
      .waitFor();
    await heading(anna, "Rose needs help").waitFor({ timeout: 2_000 });

    await rose.waitForURL(`${server().url}/`);
    await rose.getByText("Anna saw it").waitFor({ timeout: 4_000 });

    const tapped = Date.now();
    await button(anna, "I'll help").click();
    await heading(rose, "Anna will help").waitFor({ timeout: 2_000 });
    expect(Date.now() - tapped).toBeLessThan(1_000);
    expect(await link(rose, "Call Anna").getAttribute("href")).toMatch(/^tel:\+1614555/);
    expect(await link(anna, "Call Rose").getAttribute("href")).toMatch(/^tel:\+1614555/);

    await button(anna, "Done").click();
    await heading(rose, "Is it solved?").waitFor({ timeout: 2_000 });
  });
});
