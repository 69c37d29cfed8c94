/* One line a type of channel. No include guard: expanded by channel.h and channel.c. */
CHANNEL(channel_hh)
CHANNEL(channel_traub)
