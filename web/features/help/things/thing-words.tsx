import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useToken } from "#web/platform/api/session.ts";
import { thingsQuery } from "./queries.ts";

interface ThingWordsProps {
  id: number;
  /** Renders the words of a request. */
  children: (words: string) => ReactNode;
}

/** Asks for help with a thing around the house, by its name. */
export function ThingWords({ id, children }: ThingWordsProps) {
  const { data: things } = useQuery({ ...thingsQuery, enabled: useToken() !== null });
  const thing = things?.find((one) => one.id === id);
  return thing && children(`I need help with this: ${thing.name}.`);
}
