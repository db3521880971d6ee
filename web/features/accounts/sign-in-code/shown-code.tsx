import { useState } from "react";
import { type makeSignInCode, signInCodeInGroups } from "#contract/accounts/sign-in-codes.ts";
import type { Answer } from "#contract/endpoint.ts";
import { Button } from "#web/ui/action/button.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment, useMinute } from "#web/ui/time/times.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import styles from "../accounts.module.css";
import { useMakeSignInCode } from "../queries.ts";

type Code = Answer<typeof makeSignInCode>;

/** Browsers do not send the part after the #, so no server and no log gets the code. */
const linkTo = ({ code }: Code): string => `${location.origin}/sign-in#${code}`;

const Shown = ({ code, name }: { code: Code; name: string }) => (
  <div className={styles.shown}>
    <div className={styles.square}>
      <QrCode text={linkTo(code)} label={`A square that signs ${name} in`} />
    </div>
    <div>
      <p>Scan the square with that device. Or open this address there, and type the code:</p>
      <p>
        <b>{`${location.host}/sign-in`}</b>
      </p>
      <p className={styles.code}>{signInCodeInGroups(code.code)}</p>
      <Quiet>
        It works once, until <Moment at={code.expiresAt} />.
      </Quiet>
    </div>
  </div>
);

interface ShownCodeProps {
  member: { id: number; name: string };
}

const failed = { title: "There is no code", otherwise: "Please try again." };

/** Makes a code for a member and shows it, for ten minutes. */
export function ShownCode({ member: { id, name } }: ShownCodeProps) {
  const { mutateAsync: make, isPending, error } = useMakeSignInCode();
  const [code, setCode] = useState<Code>();
  const now = useMinute();
  const isExpired = code !== undefined && Date.parse(code.expiresAt) <= now;
  const press = () => make(id).then(setCode, (reason: unknown) => toastError(reason, failed));
  return (
    <>
      {code && !isExpired && <Shown code={code} name={name} />}
      {isExpired && <Note kind="warn" isAlert title="This code has expired." />}
      <ErrorMessage {...failed} error={error} />
      <Button
        variant={code && !isExpired ? "plain" : "primary"}
        isStart
        isBusy={isPending}
        busyLabel="Making a code..."
        onClick={press}
      >
        {code ? "Make a new code" : "Show the code"}
      </Button>
    </>
  );
}
