import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { SignUp } from "#contract/accounts/sign-in.ts";
import { signInOptionsQuery } from "#web/features/accounts/queries.ts";
import { Note } from "#web/ui/surface/note.tsx";

const words: Record<Exclude<SignUp, "open">, { title: string; text: string }> = {
  invited: {
    title: "This Porchlight is by invitation",
    text: "Please ask your family for a link. If you have an account, you can sign in.",
  },
  closed: {
    title: "This Porchlight takes no new people right now",
    text: "If you have an account, you can sign in.",
  },
};

const never = () => () => {};

const useIsPrerendered = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );

/** Whether a new person can make an account here. */
export function useSignUp(hasInvitation: boolean): "open" | "invited" | "closed" {
  const { signUp = "open" } = useQuery(signInOptionsQuery).data ?? {};
  return signUp === "invited" && hasInvitation ? "open" : signUp;
}

/** Whether this is the entrance to several cells. A prerendered page does not know that. */
export function useIsEntrance(): boolean {
  const isPrerendered = useIsPrerendered();
  const { isEntrance = false } = useQuery(signInOptionsQuery).data ?? {};
  return isEntrance && !isPrerendered;
}

/** Tells new people that they cannot make an account. It comes after a prerendered page, which does not know that. */
export function SignUpNote({ hasInvitation = false }: { hasInvitation?: boolean }) {
  const isPrerendered = useIsPrerendered();
  const isEntrance = useIsEntrance();
  const signUp = useSignUp(hasInvitation);
  // The entrance leads new people to a cell.
  if (isPrerendered || isEntrance || signUp === "open") return null;
  const { title, text } = words[signUp];
  return (
    <Note title={title}>
      <p>{text}</p>
    </Note>
  );
}
