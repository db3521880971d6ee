import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
} from "#contract/messages.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./subscriptions.ts";
import { vapidKeys } from "./vapid.ts";

export const pushRoutes = (world: World): Route[] => {
  const { kysely: db } = world.database;
  return [
    route(getPushKey, () => ({ publicKey: vapidKeys(world.secrets).publicKey })),
    route(listPushSubscriptions, ({ person }) => subscriptionsOf(db, person, world.clock.now())),
    route(addPushSubscription, ({ person, body }) => subscribe(world, person, body)),
    route(deletePushSubscription, ({ person, params }) => unsubscribe(db, person, params.id)),
  ];
};
