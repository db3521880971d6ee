import { type ComponentType, lazy } from "react";

/** A component by its name from a file that is fetched when it is first shown. */
export const lazyNamed = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
