import { ArrowRight } from "lucide-react";
import { keepPlace } from "#web/features/accounts/path-inside.ts";
import { SignUpNote } from "#web/features/accounts/signup/sign-up-note.tsx";
import { WaitingHere } from "#web/features/help/requests/sign-in-first.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Lead } from "#web/ui/text.tsx";
import { Features } from "./features.tsx";
import { HelpPreview } from "./help-preview.tsx";
import styles from "./landing.module.css";
import { landingTitle } from "./landing-title.ts";
import { Porch } from "./porch.tsx";
import { Questions } from "./questions.tsx";

const GetStarted = () => (
  <ButtonLink variant="primary" href="/?signup" iconAfter={ArrowRight} onClick={keepPlace}>
    Get Started
  </ButtonLink>
);

const Hero = () => (
  <section className={styles.hero}>
    <Stack gap={24}>
      <h1>
        The simple way for families to stay in touch, share events, and give tech support to elderly
        relatives.
      </h1>
      <SignUpNote />
      <Lead>Grandparents see their day and ask for help with one button. Family answers from anywhere.</Lead>
      <div className={styles.start}>
        <GetStarted />
        <TallLink href="/invite">Already have an invite? Sign in here</TallLink>
      </div>
    </Stack>
    <Porch />
  </section>
);

const HowItWorks = () => (
  <Section title="How it works">
    <ol className={styles.steps}>
      <li>
        <h3>Sign up with your phone</h3>
        <p>We send you a code. There is no password to remember.</p>
      </li>
      <li>
        <h3>Invite your family</h3>
        <p>You send each person a link. They tap it and join.</p>
      </li>
      <li>
        <h3>Check in every morning</h3>
        <p>Today's events, a puzzle, and help when you want it.</p>
      </li>
    </ol>
  </Section>
);

/** Home for visitors who are not signed in. It is prerendered, so it must work before any script has run. */
export const LandingPage = () => (
  <Page title={landingTitle}>
    <WaitingHere />
    <Hero />
    <Features />
    <HowItWorks />
    <HelpPreview />
    <Questions />
    <Section title="Start your family's page">
      <p>All you need is your phone.</p>
      <div className={styles.start}>
        <GetStarted />
      </div>
    </Section>
  </Page>
);
