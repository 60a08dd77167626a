// Package stubs has adapters over gRPC: a stub is called after its service, of which a system has several.
package stubs

import (
	"google.golang.org/grpc"

	pb "example.com/fixtures/limits/rpc/paymentspb"
)

type SberAdapter struct {
	conn     *grpc.ClientConn
	payments pb.PaymentsClient
}

func newSberAdapter(paymentsClient pb.PaymentsClient, sberConn *grpc.ClientConn) *SberAdapter {
	return &SberAdapter{conn: sberConn, payments: paymentsClient}
}

func Dial(target string) (*SberAdapter, error) {
	conn, err := grpc.NewClient(target)
	if err != nil {
		return nil, err
	}
	return newSberAdapter(pb.NewPaymentsClient(conn), conn), nil
}

func wrongConnection(receiptConn *grpc.ClientConn, paymentsClient pb.PaymentsClient) *SberAdapter {
	return newSberAdapter(paymentsClient, receiptConn) // want: unit-name
}

type ReceiptAdapter struct{}

func NewReceiptAdapter(receiptConn *grpc.ClientConn) *ReceiptAdapter { return &ReceiptAdapter{} }

func allOfOneName(receiptConn *grpc.ClientConn) *ReceiptAdapter {
	return NewReceiptAdapter(receiptConn)
}
