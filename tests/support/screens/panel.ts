import { permissionOf } from "#server/features/calendar/google/permissions.ts";
import { invite, signUp } from "../people.ts";
import { connectAs } from "../sign-in/calendar.ts";
import { button, heading, inviteOnScreen } from "../steps.ts";
import type { Screen } from "./visit.ts";

const tab = (name: string, path: string): Screen => ({
  name,
  async show({ server, open }) {
    const page = await open(path, await signUp(server));
    await heading(page, "Admin Panel").waitFor();
    return page;
  },
});

export const panelScreens: readonly Screen[] = [
  { name: "admin login", show: ({ open }) => open("/admin-login") },
  {
    name: "admin login with nothing filled in",
    async show({ open }) {
      const page = await open("/admin-login");
      await button(page, "Login").click();
      await page.getByText("Two things need your attention").waitFor();
      return page;
    },
  },
  tab("admin, calendar", "/admin"),
  tab("admin, puzzles", "/admin/puzzles"),
  tab("admin, events", "/admin/events"),
  tab("admin, co-admins", "/admin/co-admins"),
  {
    name: "admin, an invitation was created",
    async show({ server, open }) {
      const anna = await signUp(server);
      await invite(anna, "child", "Benjamin");
      const page = await open("/admin", anna);
      await inviteOnScreen(page, "Rose", "Grandparent");
      await button(page, "Cancel Rose").waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "admin, the calendars of a Google account",
    async show({ server, open }) {
      const anna = await signUp(server);
      await connectAs(anna, { account: "sandbox-anna" });
      const page = await open("/admin", anna);
      await page.getByText("Which calendars your family sees").waitFor();
      return page;
    },
  },
  {
    name: "admin, a Google account that no longer lets us read",
    async show({ server, open }) {
      const anna = await signUp(server);
      await connectAs(anna, { account: "sandbox-anna" });
      const permission = await permissionOf(server.world, anna.familyId);
      await server.world.senders.google.revoke(permission?.refreshToken ?? "");
      const page = await open("/admin", anna);
      await button(page, "Connect again").waitFor();
      return page;
    },
  },
  {
    name: "admin, a calendar that could not be connected",
    async show({ server, open }) {
      const page = await open("/admin", await signUp(server));
      await page.route("**/api/calendar/auth-url", (route) => route.abort());
      await button(page, "Connect").click();
      await page.getByText("Connecting to Google Calendar failed. Please try again.").first().waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
];
