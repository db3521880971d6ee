import { BookOpen } from "lucide-react";
import type { Thing } from "#contract/help/things.ts";
import { addressOf } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Lead } from "#web/ui/text.tsx";
import styles from "./things.module.css";

interface ThingPictureProps {
  thing: Thing;
  isSmall?: boolean;
}

export const ThingPicture = ({ thing: { name, picture }, isSmall = false }: ThingPictureProps) =>
  picture && (
    <img
      className={classNames(styles.picture, isSmall && styles.small)}
      src={addressOf("GET /api/thing-pictures/:id", { params: { id: picture.id } })}
      width={picture.width}
      height={picture.height}
      alt={name}
    />
  );

export const ThingNotes = ({ thing: { notes } }: { thing: Thing }) =>
  notes && <p className={styles.notes}>{notes}</p>;

/** Everything that the family knows about a thing, except its name. */
export const ThingView = ({ thing }: { thing: Thing }) => (
  <Stack gap={24}>
    {thing.room && <Lead>{thing.room}</Lead>}
    <ThingPicture thing={thing} />
    {thing.guides.length > 0 && (
      <Stack as="ul" gap={12}>
        {thing.guides.map(({ id, title }) => (
          <li key={id}>
            <Stack>
              <ButtonLink variant="primary" icon={BookOpen} href={`/guides/${id}`}>
                {title}
              </ButtonLink>
            </Stack>
          </li>
        ))}
      </Stack>
    )}
    <ThingNotes thing={thing} />
  </Stack>
);
