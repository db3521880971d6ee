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

/** Whether a new person can make an account here. */
export function useSignUp(hasInvitation: boolean): "open" | "invited" | "closed" {
  const { signUp = "open" } = useQuery(signInOptionsQuery).data ?? {};
  return signUp === "invited" && hasInvitation ? "open" : signUp;
}

/** Tells new people that they cannot make an account. It comes after a prerendered page, which does not know that. */
export function SignUpNote({ hasInvitation = false }: { hasInvitation?: boolean }) {
  const isPrerendered = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const signUp = useSignUp(hasInvitation);
  if (isPrerendered || signUp === "open") return null;
  const { title, text } = words[signUp];
  return (
    <Note title={title}>
      <p>{text}</p>
    </Note>
  );
}
