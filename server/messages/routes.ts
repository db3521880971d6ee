import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  recordReceipt,
} from "#contract/messages.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "./push/subscriptions.ts";
import { vapidKeys } from "./push/vapid.ts";
import * as receipts from "./receipts.ts";

export const messageRoutes = (world: World): Route[] => {
  const { kysely: db } = world.database;
  return [
    route(getPushKey, () => ({ publicKey: vapidKeys(world.secrets).publicKey })),
    route(listPushSubscriptions, ({ person }) => subscriptionsOf(db, person, world.clock.now())),
    route(addPushSubscription, ({ person, body }) => subscribe(world, person, body)),
    route(deletePushSubscription, ({ person, params }) => unsubscribe(db, person, params.id)),
    route(recordReceipt, ({ params }) => receipts.recordReceipt(world, params.token)),
  ];
};
