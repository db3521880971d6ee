import { Printer } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { Thing } from "#contract/help/things.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { Lead } from "#web/ui/text.tsx";
import styles from "./things.module.css";

const title = "Print stickers";

const Sticker = ({ thing: { id, name } }: { thing: Thing }) => (
  <li className={styles.sticker}>
    <div className={styles.code}>
      <QrCode text={`${location.origin}/things/${id}`} label={`A square that opens ${name}`} />
    </div>
    <div>
      <p className={styles.name}>{name}</p>
      <p>Point your camera here for help.</p>
    </div>
  </li>
);

const Back = () => (
  <ButtonLink variant="back" href="/things">
    Back
  </ButtonLink>
);

const counts = [1, 2, 3, 4, 6, 8];

/** All things are chosen at first, or only those in the address. */
function useChoice(things: readonly Thing[]) {
  const [search] = useSearchParams();
  const [ids, setIds] = useState(() => {
    const all = things.map(({ id }) => String(id));
    const asked = search.getAll("thing").filter((id) => all.includes(id));
    return asked.length > 0 ? asked : all;
  });
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return { ids, toggle, chosen: things.filter(({ id }) => ids.includes(String(id))) };
}

function Sheet({ things }: { things: readonly Thing[] }) {
  const { ids, toggle, chosen } = useChoice(things);
  const [count, setCount] = useState(1);
  const copies = Array.from({ length: count }, (_, copy) => copy + 1);
  return (
    <>
      <div className={styles.tools}>
        <Stack gap={24}>
          <Back />
          <h1>{title}</h1>
          <Lead>Scanning one works only on a device that is signed in to your family.</Lead>
          <ChoiceField
            label="Stickers for"
            isMany
            choices={things.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={ids}
            onChange={({ target }) => toggle(target.value)}
          />
          <SelectField
            label="How many of each"
            value={count}
            onChange={({ target }) => setCount(Number(target.value))}
          >
            {counts.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <Actions>
            <Button variant="primary" icon={Printer} onClick={() => window.print()}>
              Print this page
            </Button>
          </Actions>
        </Stack>
      </div>
      <ul className={styles.sheet}>
        {chosen.flatMap((thing) =>
          copies.map((copy) => <Sticker key={`${thing.id} ${copy}`} thing={thing} />),
        )}
      </ul>
    </>
  );
}

const Nothing = () => (
  <Stack gap={24} isNarrow>
    <Back />
    <h1>{title}</h1>
    <Lead>There are no things around the house yet.</Lead>
  </Stack>
);

/** A sheet of stickers for the things themselves, each with a QR code that opens the page of its thing. */
export const StickersPage = ({ things }: { things: readonly Thing[] }) => (
  <Page title={title}>{things.length > 0 ? <Sheet things={things} /> : <Nothing />}</Page>
);
