import { PhoneOff } from "lucide-react";
import { useState } from "react";
import type { PicturedMember } from "#contract/families.ts";
import { NewPhoneDoor, type PhoneDoor } from "#contract/phone-doors.ts";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useClosePhoneDoor, useOpenPhoneDoor } from "./queries.ts";

interface Typed {
  phoneNumber: string;
  pin: string;
}

/** Without new digits, a PIN stays as it is. */
const typedDoor = prepared(NewPhoneDoor, ({ phoneNumber, pin }: Typed) => ({
  phoneNumber,
  ...(pin.trim() !== "" && { pin: pin.trim() }),
}));

interface PhoneDoorFormProps {
  member: Pick<PicturedMember, "id" | "name" | "phoneNumber">;
  door: PhoneDoor | undefined;
  /** The number to call. */
  number: string;
  onDone: () => void;
}

/** The telephone of a grandparent, and the PIN that protects it. */
export function PhoneDoorForm({ member, door, number, onDone }: PhoneDoorFormProps) {
  const { id, name } = member;
  const { mutateAsync: open } = useOpenPhoneDoor(id);
  const { mutateAsync: close, isPending: isClosing } = useClosePhoneDoor(id);
  const [hasNoPin, setHasNoPin] = useState(false);
  const [result, setResult] = useState<ActionResult>();
  const known = door?.phoneNumber ?? member.phoneNumber;
  const form = useSchemaForm<Typed, NewPhoneDoor>({
    schema: typedDoor,
    defaults: { phoneNumber: known ? shownPhoneNumber(known) : "", pin: "" },
    onSubmit: async (body) => {
      setResult(undefined);
      await open(hasNoPin ? { ...body, pin: null } : body);
      setResult({ isGood: true, words: `Saved. ${name} can call ${shownPhoneNumber(number)}.` });
    },
    failed: { title: "Not saved", otherwise: "Please try again." },
  });
  const turnOff = async () => {
    try {
      await close();
      onDone();
    } catch (error) {
      const failed = { title: `${name} can still call`, otherwise: "Please try again." };
      setResult({ isGood: false, words: toastError(error, failed).message });
    }
  };
  return (
    <>
      <p>
        {name} calls <Unbroken>{shownPhoneNumber(number)}</Unbroken>, and presses 1 for help, 2 to hear the
        day, or 3 to say hello.
      </p>
      <Form of={form}>
        <TextField
          {...form.field("phoneNumber")}
          label={`The telephone that ${name} calls from`}
          type="tel"
          autoComplete="off"
        />
        {!hasNoPin && (
          <TextField
            {...form.field("pin")}
            label="PIN of four digits, if you want one"
            hint={
              door?.hasPin
                ? "There is a PIN. It stays if you leave this empty."
                : "Somebody can pretend to call from another number. A PIN keeps them out."
            }
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        {door?.hasPin && (
          <Switch
            label="Remove the PIN"
            checked={hasNoPin}
            onChange={({ target }) => setHasNoPin(target.checked)}
          />
        )}
        <Actions>
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
            {door ? "Save" : "Turn it on"}
          </Button>
          {door && (
            <Button
              variant="danger"
              icon={PhoneOff}
              isBusy={isClosing}
              busyLabel="Turning off..."
              onClick={() => void turnOff()}
            >
              Turn it off
            </Button>
          )}
          <Button onClick={onDone}>Done</Button>
        </Actions>
      </Form>
      <StatusMessage of={result} />
    </>
  );
}
