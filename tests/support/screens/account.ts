// "Me" for different people.
import { chooseCategories, makeCalendarAddress } from "#contract/calendar/published.ts";
import { join, signUp } from "../people.ts";
import { arriveByGoogle } from "../sign-in/google.ts";
import { button, heading } from "../steps.ts";
import type { Screen } from "./visit.ts";

export const accountScreens: readonly Screen[] = [
  { name: "Me, signed out", show: ({ open }) => open("/account") },
  {
    name: "Me",
    async show({ server, open }) {
      const page = await open("/account", await join(server, await signUp(server), "grandparent", "Rose"));
      await heading(page, "Where I am signed in").click();
      await heading(page, "Reminders").click();
      await button(page, "Save my reminders").waitFor();
      return page;
    },
  },
  {
    name: "Me, of a helper",
    async show({ server, open }) {
      const page = await open("/account", await signUp(server));
      await page.getByLabel("Remind me before an event").check();
      return page;
    },
  },
  {
    name: "Me, with a calendar address and no category chosen",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(makeCalendarAddress);
      await anna.client.call(chooseCategories, { body: { categories: ["family"] } });
      const page = await open("/account", anna);
      await page.getByLabel("Family events").click();
      await page.getByText("Please keep at least one.").waitFor();
      return page;
    },
  },
  {
    name: "Me, signed in with Google",
    async show({ server, open }) {
      const page = await open("/account", await arriveByGoogle(server, { account: "sandbox-anna" }));
      await page.getByText("You haven't added a phone number yet.").waitFor();
      return page;
    },
  },
];
