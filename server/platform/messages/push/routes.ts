import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
} from "#contract/messages.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { Person } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./subscriptions.ts";
import { vapidKeys } from "./vapid.ts";

export const pushRoutes = (world: World): Route[] => {
  const { kysely: db } = world.database;
  const listOwn = (person: Person) => subscriptionsOf(db, person, world.clock.now());
  return [
    route(getPushKey, async ({ person }) => ({
      publicKey: vapidKeys(world.secrets).publicKey,
      personId: person.id,
      isKnown: (await listOwn(person)).some(({ isThisOne }) => isThisOne),
    })),
    route(listPushSubscriptions, ({ person }) => listOwn(person)),
    route(addPushSubscription, ({ person, body }) => subscribe(world, person, body)),
    route(deletePushSubscription, ({ person, params }) => unsubscribe(db, person, params.id)),
  ];
};
