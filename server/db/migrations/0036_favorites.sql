-- The list that the star fills is called "Favorites" now. Someone who has a list of that name keeps both.
update favorite_lists old
   set name = 'Favorites'
 where lower(name) = 'at hand'
   and not exists (
     select from favorite_lists other
      where other.user_id = old.user_id and other.kind = old.kind and lower(other.name) = 'favorites'
   );
