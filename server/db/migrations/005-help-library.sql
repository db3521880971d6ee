insert into help_categories (id, name, icon) values
  (1, 'Tech Help', '💻'),
  (2, 'Home Help', '🧰'),
  (3, 'Rides & Errands', '🚗'),
  (4, 'Health & Meds', '💊'),
  (5, 'Bills & Finance', '💵'),
  (6, 'Social & Fun', '🎉'),
  (7, 'Food & Meals', '🍲'),
  (8, 'Other Help', '🤝');

-- The third phrase of category 2 is number 203.
insert into help_phrases (id, category_id, phrase)
select category_id * 100 + place, category_id, phrase
from (values
  (1, array[
    'My TV isn''t working.',
    'I can''t get on the internet.',
    'My phone is acting strange.',
    'I forgot my password.',
    'I got a message that worries me.',
    'I want to make a video call.',
    'My printer won''t print.'
  ]),
  (2, array[
    'I have a leak in the house.',
    'I have no heat.',
    'A light bulb needs changing and I can''t reach it.',
    'I can''t lift something on my own.',
    'My smoke alarm keeps beeping.',
    'I can''t get a door or window to work.',
    'I could use a hand in the yard.'
  ]),
  (3, array[
    'I need a ride to the doctor.',
    'I need a ride to the store.',
    'I need a ride to see a friend.',
    'I need something picked up for me.',
    'I have a package to mail.',
    'My car won''t start.',
    'I need someone to come along with me.'
  ]),
  (4, array[
    'I don''t feel well today.',
    'I''m not sure which pills to take.',
    'I''m running out of my medicine.',
    'I need my medicine picked up.',
    'I''d like to see a doctor.',
    'I don''t understand what my doctor told me.',
    'I''m having trouble hearing or seeing.'
  ]),
  (5, array[
    'I got a bill I don''t understand.',
    'I need help paying a bill.',
    'I got a letter I don''t understand.',
    'Someone called and asked me for money.',
    'I have a question about my bank card.',
    'I need help filling in a form.',
    'I''m worried about money.'
  ]),
  (6, array[
    'I''d love some company.',
    'I''d like to talk on the phone.',
    'I''d like to see the grandchildren.',
    'I''d like to go out and do something.',
    'I''d like to see some family pictures.',
    'I''d like someone to play a game with me.',
    'I can''t remember whose birthday is next.'
  ]),
  (7, array[
    'I''m out of groceries.',
    'I don''t feel up to cooking today.',
    'I''d like us to eat together.',
    'I need something heavy from the store.',
    'I''m not sure if my food is still good.',
    'My stove or fridge isn''t working.',
    'I need help opening something in the kitchen.'
  ]),
  (8, array[
    'Please call me when you can.',
    'Please come and see me when you can.',
    'I can''t find something.',
    'I have a question.',
    'I feel a little lonely.',
    'Someone is at my door and I don''t know them.',
    'I''m not sure what I need, but I need help.'
  ])
) as library (category_id, phrases), unnest(phrases) with ordinality as line (phrase, place);
