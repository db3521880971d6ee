import { classNames } from "#web/ui/class-names.ts";
import styles from "./landing.module.css";

/** Drawn for Porchlight. */
export const Porch = () => (
  <svg
    className={styles.art}
    viewBox="16 14 528 480"
    role="img"
    aria-label="Rose and Anna sit on a porch bench under a lit lamp, seen from behind. A cat keeps them company."
  >
    <path className={styles.sky} d="M40 40h480v402H40z" />
    <g className={styles.fine}>
      <path d="M416 134h62m-40 14h46M76 176h30m-16 14h20" />
      <path d="M458 74a25 25 0 1 0 23 35 28 28 0 0 1-23-35Z" />
      <path d="m376 172 9 7 10-9" />
    </g>
    <path
      className={styles.far}
      d="M40 270c60-44 120-52 186-22 70 32 150 6 198-22 36-20 66-22 96-13v180H40z"
    />
    <path className={styles.line} d="M40 270c60-44 120-52 186-22 70 32 150 6 198-22 36-20 66-22 96-13" />
    <g className={styles.line}>
      <path className={styles.paper} d="M404 238v-38l28-22 28 22v22c-22-6-36 4-56 16Z" />
      <path d="m397 206 35-28 35 28" />
      <path d="M448 190v-20h9v28M426 204h12v12h-12z" />
    </g>
    <path className={styles.near} d="M40 318c90-36 172-34 258-8 84 24 160 12 222-20v130H40z" />
    <path className={styles.line} d="M40 318c90-36 172-34 258-8 84 24 160 12 222-20" />
    <g className={styles.line}>
      <path
        className={styles.near}
        d="M128 262c-20 0-32-14-32-31 0-13 8-21 16-25 2-15 12-24 22-24s20 9 21 22c10 4 17 14 17 26 0 18-13 32-32 32Z"
      />
      <path d="M136 296v-64m0 22 13-13m-13 2-11-11" />
    </g>
    <g className={styles.line}>
      <path d="M80 334v90M116 334v90M152 334v90M188 334v90M224 334v90M260 334v90M296 334v90M332 334v90M368 334v90M404 334v90M440 334v90M476 334v90" />
      <path className={styles.paper} d="M40 318h480v16H40zM40 424h480v12H40z" />
    </g>
    <path className={classNames(styles.light, styles.glow)} d="M238 152h104l100 318H138Z" />
    <g className={styles.line}>
      <path className={styles.paper} d="M446 294h26v24h-26z" />
      <path d="M472 299c12-1 12 15 0 14M454 286c-4-6 4-8 0-14m10 14c-4-6 4-8 0-14" />
    </g>
    {/* Rose */}
    <g className={styles.line}>
      <path
        className={styles.bloom}
        d="M150 460c-4-84 6-130 42-143 12-5 22-7 34-7s22 2 34 7c36 13 46 59 42 143Z"
      />
      <path className={styles.paper} d="M212 290v23c8 7 20 7 28 0v-23Z" />
      <path className={styles.paper} d="M193 266c-9-4-11 13 1 15M259 266c9-4 11 13-1 15" />
      <circle className={styles.white} cx="226" cy="219" r="18" />
      <path
        className={styles.white}
        d="M226 231c21 0 35 15 35 35 0 22-14 37-35 37s-35-15-35-37c0-20 14-35 35-35Z"
      />
      <path
        className={styles.fine}
        d="M215 236c-13 10-18 32-9 52m31-52c13 10 18 32 9 52m-20-53v54M217 219c2-9 15-10 18-2 2 7-5 12-10 9"
      />
    </g>
    {/* Anna */}
    <g className={styles.line}>
      <path
        className={styles.pine}
        d="M280 460c-6-92 2-136 38-150 11-5 20-7 32-7s20 2 31 7c38 14 50 58 47 150Z"
      />
      <path className={styles.paper} d="M335 284v24c9 7 20 7 29 0v-24Z" />
      <path
        className={styles.dark}
        d="M347 194c12-3 26 2 31 12 12 3 18 14 16 25 8 8 10 21 3 30 4 12-3 25-15 29-4 10-18 14-29 10-9 5-22 3-28-5-12 0-22-9-22-21-9-6-12-20-6-29-4-11 2-24 14-28 4-13 20-23 36-23Z"
      />
      <path
        className={styles.fine}
        d="M324 231c4-10 16-12 22-5m21-4c8 2 12 10 8 17m-53 21c-2 10 6 18 16 15m25-27c10-4 21 4 19 14m-36 21c6 6 16 4 19-3"
      />
    </g>
    {/* Anna's arm around Rose */}
    <g className={styles.line}>
      <path
        className={classNames(styles.pine, styles.noLine)}
        d="M352 312c-52 8-108 22-160 16l-8 34c60 10 120 2 176-18Z"
      />
      <path d="M322 318c-44 6-88 14-130 10l-8 34c50 8 98 4 142-9" />
      <path
        className={styles.paper}
        d="M191 329c-12-5-24-4-32 2l-12 11c-6 6 0 12 7 9-4 6 1 11 8 8-1 6 5 8 10 5 4 2 8 2 13 0Z"
      />
      <path className={styles.fine} d="m154 351 11-8m-3 16 10-8" />
    </g>
    {/* Bench */}
    <g className={classNames(styles.line, styles.wood)}>
      <path d="M140 376h304v18H140zM140 406h304v18H140zM140 436h304v14H140z" />
      <path d="M132 362a10 10 0 0 1 20 0v108h-20zM432 362a10 10 0 0 1 20 0v108h-20z" />
    </g>
    {/* Porch */}
    <g className={styles.line}>
      <path className={styles.paper} d="M40 52h22v418H40zM498 52h22v418h-22z" />
      <path className={styles.paper} d="M24 28h512v24H24z" />
    </g>
    {/* Geranium */}
    <g className={styles.line}>
      <path
        className={styles.near}
        d="M96 430c-2-22 0-36 0-52m0 40c-16 4-28-4-30-18 16-4 28 4 30 18Zm0-4c2-16 14-24 30-20-2 16-14 24-30 20Z"
      />
      <path
        className={styles.bloom}
        d="M96 384c-10 2-18-4-17-13-8-8-2-20 8-19 4-9 16-9 20 0 10-1 15 11 7 19 1 9-8 15-18 13Z"
      />
      <path className={styles.fine} d="M90 366c2-5 10-5 12 0m-6 0v8" />
      <path className={styles.wood} d="M74 436h44l-6 34H80zM68 426h56v12H68z" />
    </g>
    {/* Cat */}
    <g className={styles.line}>
      <path d="M503 464c18 4 28-6 24-20-2-8-12-8-14-1" />
      <path
        className={styles.dark}
        d="M464 470c-9-24-5-50 9-58-7-8-9-20-7-34l13 10c5-2 9-2 14 0l13-10c2 14 0 26-7 34 14 8 18 34 9 58Z"
      />
    </g>
    <g className={styles.line}>
      <path className={styles.paper} d="M24 470h512v16H24z" />
      <path d="M130 470v16M240 470v16M350 470v16M460 470v16" />
    </g>
    {/* The light */}
    <path className={styles.arm} d="M62 136c66 0 58-56 128-56h54c30 0 46 8 46 24" />
    <path className={styles.arm} d="M64 120v32" />
    <path className={styles.shade} d="M232 146c2-30 26-54 58-54s56 24 58 54Z" />
    <path className={styles.light} d="M262 153h56a28 26 0 0 1-56 0Z" />
    <path className={styles.ray} d="m247 174-7 13m50 0v15m43-28 7 13" />
  </svg>
);
