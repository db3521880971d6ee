-- Yearly events of February 29 also take place on February 28 of other years. They are expanded again when they are read next.
update manual_events set expanded_until = starts_on_clock
where recurrence like 'FREQ=YEARLY%'
  and (to_char(starts_on_clock, 'MM-DD') = '02-29' or recurrence like '%BYMONTH=2;BYMONTHDAY=29%');
