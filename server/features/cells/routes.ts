import { findFamily, findRoom, getNewAddress, openNewAddress } from "#contract/cells.ts";
import { eitherAddress } from "#server/features/accounts/code-addresses.ts";
import { perAddress } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { askForLinks, Rooms, sentToAll } from "./entrance.ts";
import { newAddressOf, openAtNewAddress } from "./new-address.ts";

export function cellRoutes(world: World): Route[] {
  const rooms = new Rooms(world);
  return [
    route(
      findFamily,
      ({ body }) => {
        askForLinks(world, eitherAddress(body.address));
        return { message: sentToAll };
      },
      perAddress("family-searches"),
    ),
    route(getNewAddress, ({ request }) => newAddressOf(world, request)),
    route(openNewAddress, ({ request }) => openAtNewAddress(world, request)),
    route(findRoom, async () => ({ url: await rooms.emptiest() })),
  ];
}
