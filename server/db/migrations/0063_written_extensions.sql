-- A number is written with its extension: the database can't know whether one that stays the same was written, too.
drop trigger drop_old_extensions on contacts;
drop function drop_old_extensions();
