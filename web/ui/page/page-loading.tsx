import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import styles from "./page.module.css";

/** While the page itself is on its way. */
export const PageLoading = () => (
  <main className={classNames(styles.page, styles.loading)} id="main">
    <Loading label="Loading" onRetry={() => location.reload()}>
      <Stack>
        <Skeleton shape="line" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
      </Stack>
    </Loading>
  </main>
);
