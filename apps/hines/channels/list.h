/* One line per type of channel. No include guard: expanded by channel.h and channel.c. */
CHANNEL(channel_hh)
CHANNEL(channel_traub)
CHANNEL(channel_ca_hva)
CHANNEL(channel_ca_lva)
CHANNEL(channel_sk)
CHANNEL(channel_ih)
CHANNEL(channel_leak)
