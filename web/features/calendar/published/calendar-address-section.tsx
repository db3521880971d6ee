import { useQuery } from "@tanstack/react-query";
import { Copy, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import type { CalendarAddress } from "#contract/calendar/published.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { AskedButton } from "#web/ui/dialog/asked-button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { copyLink } from "#web/ui/share-link.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { calendarAddressQuery, useChooseCategories, useEndAddress, useMakeAddress } from "../queries.ts";
import { categoryPlurals } from "../subscribed-calendar.tsx";
import { anchor, appleLink, googleLink, isOnInternet, outlookLink } from "./links.ts";

const otherwise = "Please try again.";

/** Replaces or removes an address that somebody else got hold of. */
const AddressActions = () => (
  <Actions>
    <AskedButton
      by={useMakeAddress()}
      icon={RefreshCw}
      busyLabel="Making it..."
      label="Make a new address"
      question="Make a new address?"
      detail="Apps with the old address will stop showing the family's events. Please give them the new one."
      done="You have a new address"
      failed={{ title: "You still have the old address", otherwise }}
    />
    <Removal
      by={useEndAddress()}
      label="Remove my address"
      busyLabel="Removing..."
      question="Remove your address?"
      detail="Apps that use it will stop showing the family's events. You can make another one later."
      done="Your address has been removed"
      failed={{ title: "Your address is still there", otherwise }}
    />
  </Actions>
);

const notSaved = { title: "Your choice was not saved", otherwise: "Please try again." };

/** Asks people who connected their Google calendar whether the address includes its events. */
function OwnEvents({ address: { categories, hasOwnEvents } }: { address: CalendarAddress }) {
  const { mutateAsync: choose, error } = useChooseCategories();
  if (hasOwnEvents === null) return null;
  return (
    <Stack gap={12}>
      <SavedSwitch
        label="My own Google events too"
        isOn={hasOwnEvents}
        save={(isOn) => choose({ categories, hasOwnEvents: isOn })}
        failed={notSaved}
      />
      <Quiet>Leave this off if your app shows your Google Calendar. You would see them twice.</Quiet>
      <ErrorMessage {...notSaved} error={error} />
    </Stack>
  );
}

const choices = eventCategories.map((value) => ({ value, label: categoryPlurals[value] }));

/** Chooses the categories in the published calendar. Each press is saved. */
function AddressCategories({ categories }: Pick<CalendarAddress, "categories">) {
  const { mutateAsync: choose } = useChooseCategories();
  const [pressed, setPressed] = useState<readonly EventCategory[]>();
  const [error, setError] = useState<string>();
  const chosen = pressed ?? categories;
  const press = async (category: string) => {
    const next = eventCategories.filter((one) => (one === category) !== chosen.includes(one));
    if (next.length === 0) return setError("Please keep at least one.");
    setError(undefined);
    setPressed(next);
    await choose({ categories: next }).catch((reason: unknown) =>
      setError(toastError(reason, notSaved).message),
    );
    setPressed((latest) => (latest === next ? undefined : latest));
  };
  return (
    <ChoiceField
      label="What's in it"
      isMany
      choices={choices}
      chosen={chosen}
      error={error}
      onChange={({ target }) => void press(target.value)}
    />
  );
}

const notMade = { title: "No address was made", otherwise: "Please try again." };

function MakeAddress() {
  const { mutate: make, isPending, error } = useMakeAddress();
  const press = () => make(undefined, { onError: (reason) => toastError(reason, notMade) });
  return (
    <>
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Making it..." onClick={press}>
        Make my calendar address
      </Button>
      <ErrorMessage {...notMade} error={error} />
    </>
  );
}

const elsewhere = { target: "_blank", rel: "noreferrer" };

/** One link for each calendar app, which adds the address there. */
function CalendarApps({ url }: Pick<CalendarAddress, "url">) {
  const name = useFamily()?.name ?? "My family";
  return (
    <>
      <Actions>
        <ButtonLink href={appleLink(url)}>Apple Calendar</ButtonLink>
        <ButtonLink href={googleLink(url)} {...elsewhere}>
          Google Calendar
        </ButtonLink>
        <ButtonLink href={outlookLink(url, name)} {...elsewhere}>
          Outlook
        </ButtonLink>
      </Actions>
      {!isOnInternet(url) && (
        <Note kind="warn" title="Google and Outlook cannot reach this address.">
          <p>This Porchlight is not on the internet. Only apps on its own network can read its calendar.</p>
        </Note>
      )}
    </>
  );
}

const Address = ({ address }: { address: CalendarAddress }) => (
  <Stack gap={24}>
    <p>Tap your calendar. It'll ask whether to add the family's events.</p>
    <CalendarApps url={address.url} />
    <Stack gap={12}>
      <TextField
        label="My calendar address"
        hint="Anyone who has it can read our calendar, so keep it private."
        readOnly
        value={address.url}
        onFocus={({ target }) => target.select()}
      />
      <Button isStart icon={Copy} onClick={() => copyLink(address.url)}>
        Copy address
      </Button>
    </Stack>
    <AddressCategories categories={address.categories} />
    <OwnEvents address={address} />
    <AddressActions />
  </Stack>
);

/** The section of "Me" that adds the family's events to the person's own calendar app. */
export function CalendarAddressSection() {
  const address = useQuery(calendarAddressQuery);
  const place = useRef<HTMLDivElement>(null);
  const isHere = address.data !== undefined;
  // The browser looked for this section before it had loaded.
  useEffect(() => {
    if (!isHere || location.hash !== `#${anchor}`) return;
    const own = place.current?.querySelector("details");
    for (const details of [own, place.current?.closest("details")]) details?.setAttribute("open", "");
    place.current?.scrollIntoView();
  }, [isHere]);
  return (
    <div ref={place} id={anchor}>
      <Section title="My calendar app">
        <p>See the family's events there. You can only change them here.</p>
        <Loaded of={address} name="your calendar address" skeleton={<Skeleton shape="row" />}>
          {(address) => (address ? <Address address={address} /> : <MakeAddress />)}
        </Loaded>
      </Section>
    </div>
  );
}
