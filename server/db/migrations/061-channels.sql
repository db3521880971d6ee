-- Whoever stores another address or device says so in code, where a channel knows its own name.
drop trigger begin_address_anew on people;
drop function begin_address_anew();
drop trigger begin_device_anew on push_subscriptions;
drop function begin_device_anew();
