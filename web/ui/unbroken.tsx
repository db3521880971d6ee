import { Together } from "./text.tsx";

/** Words in which "e-mail" does not break at its hyphen, nor "7:54 AM" at its space. */
export const Unbroken = ({ children }: { children: string }) =>
  children
    .split(/(\be-mail\w*|\b\d+:\d\d [AP]M\b)/i)
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id, only its position
    .map((part, place) => (place % 2 ? <Together key={place}>{part}</Together> : part));
