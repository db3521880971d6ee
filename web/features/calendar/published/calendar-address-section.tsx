import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CalendarAddress } from "#contract/calendar/published.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { copyLink } from "#web/ui/share-link.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { AddressActions } from "./address-actions.tsx";
import { AddressCategories, OwnEvents } from "./address-contents.tsx";
import { anchor, appleLink, googleLink, isOnInternet, outlookLink } from "./links.ts";
import { calendarAddressQuery, useMakeAddress } from "./queries.ts";

const failed = { title: "No address was made", otherwise: "Please try again." };

function MakeAddress() {
  const { mutate: make, isPending, error } = useMakeAddress();
  const press = () => make(undefined, { onError: (reason) => toastError(reason, failed) });
  return (
    <>
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Making it..." onClick={press}>
        Make my calendar address
      </Button>
      <ErrorMessage {...failed} error={error} />
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
    place.current?.querySelector("details")?.setAttribute("open", "");
    place.current?.scrollIntoView();
  }, [isHere]);
  return (
    <div ref={place} id={anchor}>
      <Section title="Your own calendar app">
        <p>See the family's events there. You can only change them here.</p>
        <Loaded of={address} name="your calendar address" skeleton={<Skeleton shape="row" />}>
          {(address) => (address ? <Address address={address} /> : <MakeAddress />)}
        </Loaded>
      </Section>
    </div>
  );
}
